// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/token_estimate.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/random_text.h"

namespace footnote::answering::building {
namespace {

// The expected counts are those of the tokenizer that Anthropic published.
TEST(TokenEstimateTest, TheEstimateDiffersByAtMostAThirdFromTheCountOfATokenizer) {
  const struct {
    const char* name;
    const char* text;
    int64_t tokens;
  } kCases[] = {
      {"English prose",
       "The quick brown fox jumps over the lazy dog. Customers may return any product within "
       "thirty days of delivery, provided that it is unused and in its original packaging. Refunds "
       "are paid to the card that was charged.",
       45},
      {"English with numbers",
       "In 2024 the plan cost $1,200 per year (about $100 a month); in 2025 it rose by 4.5% to "
       "$1,254, and the limit went from 1,000 to 2,500 requests an hour.",
       51},
      {"C++",
       "int64_t EstimateTokens(absl::string_view text) {\n  int64_t hundredths = 0;\n  for (const "
       "char c : text) {\n    hundredths += kCosts.of[static_cast<uint8_t>(c)];\n  }\n  return "
       "(hundredths + 99) / 100;\n}\n",
       74},
      {"JSON",
       "{\"type\":\"search_result\",\"source\":\"kb://"
       "1\",\"title\":\"Limits\",\"content\":[{\"type\":\"text\",\"text\":\"API requests have a "
       "rate limit.\"}],\"citations\":{\"enabled\":true}}",
       40},
      {"Python",
       "def load(path):\n    with open(path) as f:\n        rows = [line.split(',') for line in f "
       "if line.strip()]\n    return {row[0]: int(row[1]) for row in rows}\n",
       50},
      {"German",
       "Kunden können jedes Produkt innerhalb von dreißig Tagen nach der Lieferung zurückgeben, "
       "sofern es unbenutzt und in der ursprünglichen Verpackung ist.",
       43},
      {"French",
       "Les clients peuvent retourner tout produit dans les trente jours suivant la livraison, à "
       "condition qu'il soit inutilisé et dans son emballage d'origine.",
       42},
      {"Russian",
       "Покупатель может вернуть любой товар в течение тридцати дней после доставки, если он не "
       "был в употреблении и сохранена упаковка.",
       64},
      {"Arabic",
       "يمكن للعملاء إرجاع أي منتج خلال ثلاثين يومًا من تاريخ التسليم بشرط أن يكون غير مستخدم وفي "
       "عبوته الأصلية.",
       98},
      {"Greek",
       "Οι πελάτες μπορούν να επιστρέψουν οποιοδήποτε προϊόν εντός τριάντα ημερών από την "
       "παράδοση.",
       107},
      {"Japanese",
       "お客様は、商品の到着後30日以内であれば、未使用かつ元の包装のままの場合に限り、返品すること"
       "ができます。月額は1,000円です。",
       56},
      {"Chinese",
       "客户可以在收到商品后三十天内退货，但商品必须未经使用并保持原包装。退款将退回到原付款卡。",
       41},
      {"Korean",
       "고객은 배송 후 30일 이내에 사용하지 않은 상품을 원래 포장 상태로 반품할 수 있습니다. "
       "환불은 결제한 카드로 이루어집니다.",
       68},
      {"Hindi",
       "ग्राहक डिलीवरी के तीस दिनों के भीतर किसी भी उत्पाद को वापस कर सकते हैं, बशर्ते वह अप्रयुक्त हो।", 97},
      {"Thai", "ลูกค้าสามารถคืนสินค้าได้ภายในสามสิบวันหลังจากได้รับสินค้า", 95},
      {"Markdown table",
       "| Plan | Price | Limit |\n|------|-------|-------|\n| Free | $0    | 100   |\n| Pro  | $20 "
       "  | 1,000 |\n| Team | $200  | 9,000 |\n",
       52},
      {"Emoji", "Great news 🎉🎉 your order has shipped 🚚📦!", 19},
  };
  for (const auto& test : kCases) {
    const int64_t estimate = EstimateTokens(test.text);
    EXPECT_GE(estimate * 3, test.tokens * 2) << test.name;
    EXPECT_LE(estimate * 3, test.tokens * 4) << test.name;
  }
}

TEST(TokenEstimateTest, AnEmptyTextHasNoTokensAndEveryCharacterHasAtLeastOne) {
  EXPECT_EQ(EstimateTokens(""), 0);
  for (const char* text : {" ", "a", "\n", "1", "é", "あ", "😀"}) {
    EXPECT_GE(EstimateTokens(text), 1) << text;
    EXPECT_LE(EstimateTokens(text), 2) << text;
  }
}

TEST(TokenEstimateTest, ARunOfWhiteSpaceHasFewTokens) {
  EXPECT_LT(EstimateTokens(std::string(100, ' ')), 10);
  EXPECT_LT(EstimateTokens("a" + std::string(40, '\n') + "b"), 5);
}

TEST(TokenEstimateTest, TheEstimateOfATextIsTheSumOfItsPartsExceptForRounding) {
  testing_support::RandomText random(3);
  for (int i = 0; i < 2000; ++i) {
    const std::string first = random.Any(20);
    const std::string second = random.Any(20);
    const int64_t both = EstimateTokens(first + second);
    const int64_t parts = EstimateTokens(first) + EstimateTokens(second);
    ASSERT_GE(both, EstimateTokens(first));
    ASSERT_LE(both, parts);
    ASSERT_GE(both, parts - 2);
  }
}

}  // namespace
}  // namespace footnote::answering::building
