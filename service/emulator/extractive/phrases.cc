// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/phrases.h"

#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

constexpr Phrases kEnglish = {
    "Here is what the documents say.\n\n",
    {"\n\nIn addition: ", "\n\nFinally: "},
    "The provided documents do not answer this question.",
    "I was given no documents to answer from.",
    "The search returned no results, so I cannot answer this question.",
    "The search failed, so I cannot answer this question.",
};

constexpr Phrases kJapanese = {
    "資料には次のように書かれています。\n\n",
    {"\n\nまた、", "\n\nさらに、"},
    "提供された資料には、この質問への答えがありません。",
    "回答の根拠となる資料が渡されていません。",
    "検索結果がなかったため、この質問には答えられません。",
    "検索に失敗したため、この質問には答えられません。",
};

}  // namespace

const Phrases& PhrasesFor(std::string_view question) {
  for (size_t offset = 0; offset < question.size();) {
    const CodePoint c = DecodeAt(question, offset);
    if (IsHiragana(c.value) || IsKatakana(c.value) || IsHan(c.value)) return kJapanese;
    offset += c.size;
  }
  return kEnglish;
}

}  // namespace footnote::emulator
