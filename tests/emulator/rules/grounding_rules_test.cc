// SPDX-License-Identifier: Apache-2.0
// What the API refuses of documents, pictures, citations and its own web search.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/emulator/rule_case.h"

namespace footnote::emulator {
namespace {

class RuleTest : public testing::TestWithParam<Case> {};

TEST_P(RuleTest, IsAppliedInBothVersions) {
  const Case& c = GetParam();
  EXPECT_EQ(Verdict(Post(c.body, kOld)), c.expected);
  EXPECT_EQ(Verdict(Post(c.body, kNew)), c.expected_new.empty() ? c.expected : c.expected_new);
}

// The first bytes of each kind of file, in base64.
const std::string kPng = "iVBORw0KGgo=";
const std::string kJpeg = "/9j/4AAQ";
const std::string kGif = "R0lGODlh";
const std::string kWebp = "UklGRgAAAABXRUJQ";

std::string Image(const std::string& source, const std::string& more = "") {
  return R"({"type":"image","source":)" + source + (more.empty() ? "" : ",") + more + "}";
}

std::string ImageData(const std::string& media_type, const std::string& data) {
  return Image(R"({"type":"base64","media_type":")" + media_type + R"(","data":")" + data + "\"}");
}

std::string PdfData(const std::string& data) {
  return R"({"type":"document","source":{"type":"base64","media_type":"application/pdf","data":")" +
         data + "\"}}";
}

std::string Ask(const std::string& blocks) {
  return Body(User("[" + blocks + "," + Text("q") + "]"));
}

std::vector<Case> ImageCases() {
  const std::string path = "messages.0.content.0.image.source";
  return {
      {"Png", Ask(ImageData("image/png", kPng)), "ok"},
      {"Jpeg", Ask(ImageData("image/jpeg", kJpeg)), "ok"},
      {"Gif", Ask(ImageData("image/gif", kGif)), "ok"},
      {"Webp", Ask(ImageData("image/webp", kWebp)), "ok"},
      {"Url", Ask(Image(R"({"type":"url","url":"https://example.com/a.png"})")), "ok"},
      {"File", Ask(Image(R"({"type":"file","file_id":"file_1"})")), "ok"},
      {"NoSource", Ask(R"({"type":"image"})"), path + ": Field required"},
      {"UnknownSource", Ask(Image(R"({"type":"text"})")),
       path + ": Input tag 'text' found using 'type' does not match any of the expected tags: "
              "'base64', 'url', 'file'"},
      {"NoData", Ask(ImageData("image/png", "")), path + ".base64: image cannot be empty"},
      {"NotBase64", Ask(ImageData("image/png", "data:image/png;base64," + kPng)),
       path + ".base64: invalid base64 data"},
      {"Base64WithoutItsPadding", Ask(ImageData("image/png", kPng.substr(0, 11))),
       path + ".base64: invalid base64 data"},
      {"AnotherKindOfImage", Ask(ImageData("image/png", kJpeg)),
       path + ".base64.data: Image does not match the provided media type image/png"},
      {"WebpCutShort", Ask(ImageData("image/webp", "UklGRg==")),
       path + ".base64: Could not process image"},
      {"NoImage", Ask(ImageData("image/png", kPdfData)), path + ".base64: Could not process image"},
      {"UrlWithMediaType", Ask(Image(R"({"type":"url","url":"u","media_type":"image/png"})")),
       path + ".url.media_type: Extra inputs are not permitted"},
      {"Transformations",
       Ask(Image(R"({"type":"url","url":"u"})",
                 R"("transformations":{"oversized_image":"error"})")),
       "ok"},
      {"UnknownTransformation",
       Ask(Image(R"({"type":"url","url":"u"})", R"("transformations":{"oversized_image":"crop"})")),
       "messages.0.content.0.image.transformations.oversized_image: Input should be 'downsize' or "
       "'error'"},
      {"InAToolResult", Body(Round(kUse, ToolResult(ImageData("image/png", kPng)))), "ok"},
      {"OfTheAssistant", Body(Round(ImageData("image/png", kPng), Text("t"))),
       "messages.1.content.0: `image` blocks are not permitted in `assistant` messages"},
  };
}

INSTANTIATE_TEST_SUITE_P(Images, RuleTest, testing::ValuesIn(ImageCases()), NameOf);

std::string Repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

// B50: what is not a field of the API's is refused, so that it cannot be cited by mistake.
std::vector<Case> ExtraFieldCases() {
  const std::string extra = ": Extra inputs are not permitted";
  return {
      {"MetadataOfASearchResult", Ask(Hit(Text("a"), R"("metadata":{"doc_ref":"r"})")),
       "messages.0.content.0.search_result.metadata" + extra},
      {"IdOfASearchResult", Ask(Hit(Text("a"), R"("id":"1")")),
       "messages.0.content.0.search_result.id" + extra},
      {"MetadataOfADocument", Ask(PlainText("a", R"("metadata":{})")),
       "messages.0.content.0.document.metadata" + extra},
      {"NoteInABlock", Ask(Hit(R"({"type":"text","text":"a","note":"n"})")),
       "messages.0.content.0.search_result.content.0.note" + extra},
  };
}

INSTANTIATE_TEST_SUITE_P(ExtraFields, RuleTest, testing::ValuesIn(ExtraFieldCases()), NameOf);

std::vector<Case> DocumentCases() {
  const std::string source = "messages.0.content.0.document.source";
  const std::string empty = "messages: text content blocks must be non-empty";
  const std::string blank = "messages: text content blocks must contain non-whitespace text";
  const std::string citation =
      R"([{"type":"char_location","cited_text":"c","document_index":0,"document_title":null,"start_char_index":0,"end_char_index":1}])";
  const std::string cited_text = R"({"type":"text","text":"t","citations":)" + citation + "}";
  return {
      {"Pdf", Ask(Pdf(Cited())), "ok"},
      {"PdfAfterOtherBytes", Ask(PdfData("AAAA" + kPdfData)), "ok"},
      {"EmptyPdf", Ask(PdfData("")), source + ".base64: PDF cannot be empty"},
      {"PdfIsNotBase64", Ask(PdfData("%PDF")), source + ".base64: invalid base64 data"},
      {"NoPdf", Ask(PdfData(kPng)), source + ".base64.data: The PDF specified was not valid."},
      {"PdfMediaType",
       Ask(R"({"type":"document","source":{"type":"base64","media_type":"text/plain","data":"YQ=="}})"),
       source + ".base64.media_type: Input should be 'application/pdf'"},
      {"Url", Ask(R"({"type":"document","source":{"type":"url","url":"https://a/b.pdf"}})"), "ok"},
      {"File", Ask(R"({"type":"document","source":{"type":"file","file_id":"file_1"}})"), "ok"},
      {"UrlWithoutUrl", Ask(R"({"type":"document","source":{"type":"url"}})"),
       source + ".url.url: Field required"},
      {"CustomContent", Ask(Custom("[" + Text("a") + "," + ImageData("image/gif", kGif) + "]")),
       "ok"},
      {"CustomContentAsString", Ask(Custom("\"a\"", Cited())), "ok"},
      {"EmptyCustomContentAsString", Ask(Custom("\"\"")), empty},
      {"BlankCustomContentAsString", Ask(Custom("\" \"")), blank},
      {"CustomContentWithoutBlocks", Ask(Custom("[]")), empty},
      {"EmptyBlockOfCustomContent", Ask(Custom("[" + Text("a") + "," + Text("") + "]")), empty},
      {"BlankBlockOfCustomContent", Ask(Custom("[" + Text("\\u3000") + "]")), blank},
      {"DocumentInsideADocument", Ask(Custom("[" + PlainText("a") + "]")),
       source + ".content.content.0: Input tag 'document' found using 'type' does not match any of "
                "the expected tags: 'text', 'image'"},
      {"ImageInsideADocumentIsChecked", Ask(Custom("[" + ImageData("image/png", kGif) + "]")),
       source + ".content.content.0.image.source.base64.data: Image does not match the provided "
                "media type image/png"},
      {"CitationsInsideADocument", Ask(Custom("[" + cited_text + "]")), "ok",
       "messages.0.content.0.document.content.0.citations: citations are only permitted on text of "
       "assistant messages"},
      {"CitationsInAToolResult", Body(Round(kUse, ToolResult(cited_text))), "ok",
       "messages.2.content.0.tool_result.content.0.text.citations: citations are only permitted on "
       "text of assistant messages"},
      // B56, B57
      {"EmptyTitle", Ask(PlainText("a", R"("title":"")")),
       "messages.0.content.0.document.title: String should have at least 1 character"},
      {"EmptyContext", Ask(PlainText("a", R"("context":"")")),
       "messages.0.content.0.document.context: String should have at least 1 character"},
      {"LongestTitle", Ask(PlainText("a", R"("title":")" + Repeated("題", 500) + "\"")), "ok"},
      {"TooLongTitle", Ask(PlainText("a", R"("title":")" + Repeated("題", 501) + "\"")),
       "messages.0.content.0.document.title: String should have at most 500 characters"},
      {"NullTitleAndContext", Ask(PlainText("a", R"("title":null,"context":null)")), "ok"},
      {"NullCitations", Ask(PlainText("a", R"("citations":null)")), "ok"},
      {"UnknownCitationsKey", Ask(PlainText("a", R"("citations":{"enabled":true,"mode":"on"})")),
       "messages.0.content.0.document.citations.mode: Extra inputs are not permitted"},
      {"InTheResultOfAToolThatFailed",
       Body(Round(kUse,
                  R"({"type":"tool_result","tool_use_id":"toolu_1","is_error":true,"content":[)" +
                      PlainText("a") + "]}")),
       "messages.2.content.0.tool_result: all content must be type `text` if `is_error` is true"},
      {"InAToolResult", Body(Round(kUse, ToolResult(PlainText("a", Cited()) + "," + Text("b")))),
       "ok"},
      {"MixedOverAToolResult",
       Body("[" + Turn("user", PlainText("a", Cited())) + "," + Turn("assistant", kUse) + "," +
            Turn("user", ToolResult(Pdf())) + "]"),
       "messages.2.content: Citations must be either enabled or disabled on all `document` blocks. "
       "A mixture of enabling and disabling is not supported at this time."},
      {"BesideASearchResultInAToolResult",
       Body(Round(kUse, ToolResult(Hit(Text("a")) + "," + PlainText("b")))),
       "messages.2.content.0.tool_result: if any blocks in a tool result are of type "
       "`search_result`, all blocks must be of that type"},
      {"CitedWithAnOutputFormat",
       Body(User("[" + PlainText("a", Cited()) + "]"),
            R"("output_config":{"format":{"type":"json_schema","schema":{}}})"),
       "Citations cannot be enabled when output format is set. Please disable citations on "
       "uploaded document blocks."},
      {"UncitedWithAWebSearch",
       Body(User("[" + PlainText("a") + "]"),
            R"("tools":[{"type":"web_search_20250305","name":"web_search"}])"),
       "ok"},
      // B46: JSON of text that was cut in the middle of an emoji.
      {"HalfASurrogatePair", Ask(PlainText("a\\ud83d")),
       "The request body is not valid JSON: Problem while parsing a string"},
      {"ControlCharacters", Ask(PlainText("a\\u0000\\u0007")), "ok"},
  };
}

INSTANTIATE_TEST_SUITE_P(Documents, RuleTest, testing::ValuesIn(DocumentCases()), NameOf);

std::string WithCitation(const std::string& citation) {
  return Body(Round(R"({"type":"text","text":"t","citations":[)" + citation + "]}", Text("q")));
}

std::vector<Case> ReplayedCitationCases() {
  const std::string path = "messages.1.content.0.text.citations.0.";
  const std::string from_zero = ": Input should be greater than or equal to 0";
  const auto location = [](const std::string& index, const std::string& range,
                           const std::string& title = "null") {
    return R"("cited_text":"c","document_title":)" + title + R"(,"document_index":)" + index + "," +
           range + "}";
  };
  return {
      {"FirstPageIsOne",
       WithCitation(R"({"type":"page_location",)" +
                    location("0", R"("start_page_number":0,"end_page_number":1)")),
       path + "page_location.start_page_number: Input should be greater than or equal to 1"},
      {"NegativeIndex",
       WithCitation(R"({"type":"char_location",)" +
                    location("-1", R"("start_char_index":0,"end_char_index":1)")),
       path + "char_location.document_index" + from_zero},
      {"NegativeStart",
       WithCitation(R"({"type":"content_block_location",)" +
                    location("0", R"("start_block_index":-1,"end_block_index":1)")),
       path + "content_block_location.start_block_index" + from_zero},
      {"EmptyTitle",
       WithCitation(R"({"type":"char_location",)" +
                    location("0", R"("start_char_index":0,"end_char_index":1)", R"("")")),
       path + "char_location.document_title: String should have at least 1 character"},
      {"TooLongTitle",
       WithCitation(R"({"type":"char_location",)" +
                    location("0", R"("start_char_index":0,"end_char_index":1)",
                             "\"" + Repeated("t", 256) + "\"")),
       path + "char_location.document_title: String should have at most 255 characters"},
      {"WebResult",
       WithCitation(
           R"({"type":"web_search_result_location","cited_text":"c","url":"u","title":null,"encrypted_index":"e"})"),
       "ok"},
      {"WebResultWithoutUrl",
       WithCitation(
           R"({"type":"web_search_result_location","cited_text":"c","url":"","title":null,"encrypted_index":"e"})"),
       path + "web_search_result_location.url: String should have at least 1 character"},
      {"UnknownKind", WithCitation(R"({"type":"video_location"})"),
       "messages.1.content.0.text.citations.0: Input tag 'video_location' found using 'type' does "
       "not match any of the expected tags: 'char_location', 'page_location', "
       "'content_block_location', 'web_search_result_location', 'search_result_location'"},
  };
}

INSTANTIATE_TEST_SUITE_P(ReplayedCitations, RuleTest, testing::ValuesIn(ReplayedCitationCases()),
                         NameOf);

std::string WebSearch(const std::string& more) {
  return Body(kHi, R"("tools":[{"type":"web_search_20250305","name":"web_search",)" + more + "}]");
}

std::vector<Case> WebSearchCases() {
  const std::string path = "tools.0.web_search_20250305.";
  return {
      {"AllFields",
       WebSearch(R"("max_uses":1,"allowed_domains":["example.com"],"user_location":)"
                 R"({"type":"approximate","city":"Tokyo","country":"JP","timezone":"Asia/Tokyo"})"),
       "ok"},
      {"NoDomain", WebSearch(R"("blocked_domains":[])"),
       path + "blocked_domains: Empty list of domains is ambiguous. Provide at least one domain or "
              "null."},
      {"NullDomains", WebSearch(R"("allowed_domains":["a"],"blocked_domains":null)"), "ok"},
      {"NoUse", WebSearch(R"("max_uses":0)"), path + "max_uses: Input should be greater than 0"},
      {"NullUses", WebSearch(R"("max_uses":null)"), "ok"},
      {"LocationWithoutType", WebSearch(R"("user_location":{"city":"Tokyo"})"),
       path + "user_location.type: Field required"},
      {"EmptyCity", WebSearch(R"("user_location":{"type":"approximate","city":""})"),
       path + "user_location.city: String should have at least 1 character"},
      {"LongCountry", WebSearch(R"("user_location":{"type":"approximate","country":"JPN"})"),
       path + "user_location.country: String should have at most 2 characters"},
      {"Name", Body(kHi, R"("tools":[{"type":"web_search_20250305","name":"search"}])"),
       path + "name: Input should be 'web_search'"},
      {"NameOfAnotherTool",
       Body(kHi, R"("tools":[{"name":"web_search","input_schema":{"type":"object"}},)"
                 R"({"type":"web_search_20260209","name":"web_search"}])"),
       "tools: Tool names must be unique."},
      {"InclusionOfTheNewestVersion",
       Body(
           kHi,
           R"("tools":[{"type":"web_search_20260318","name":"web_search","response_inclusion":"excluded"}])"),
       "ok"},
  };
}

INSTANTIATE_TEST_SUITE_P(WebSearches, RuleTest, testing::ValuesIn(WebSearchCases()), NameOf);

std::vector<Case> ServerToolCases() {
  const std::string use =
      R"({"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"q"}})";
  const std::string result =
      R"({"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]})";
  const std::string failed =
      R"({"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":{"type":"web_search_tool_result_error","error_code":)";
  const std::string web_search = R"("tools":[{"type":"web_search_20250305","name":"web_search"}])";
  const std::string unexpected =
      ": unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_1. Each "
      "`web_search_tool_result` block must have a corresponding `server_tool_use` block before it.";
  const auto paused = [&web_search](const std::string& blocks) {
    return Body("[" + Turn("user", Text("q")) + "," + Turn("assistant", blocks) + "]", web_search,
                "claude-opus-5-5");
  };
  return {
      {"FailedSearch", Body(Round(use + "," + failed + R"("unavailable"}})", Text("t"))), "ok"},
      {"UnknownErrorCode", Body(Round(use + "," + failed + R"("broken"}})", Text("t"))),
       "messages.1.content.1.web_search_tool_result.content.error_code: Input should be "
       "'invalid_tool_input', 'unavailable', 'max_uses_exceeded', 'too_many_requests', "
       "'query_too_long' or 'request_too_large'"},
      {"ResultWithoutUse", Body(Round(result, Text("t"))), "messages.1.content.0" + unexpected},
      {"ResultBeforeUse", Body(Round(result + "," + use, Text("t"))),
       "messages.1.content.0" + unexpected},
      {"ResultOfAnotherTurn",
       Body("[" + Turn("user", Text("q")) + "," + Turn("assistant", use + "," + result) + "," +
            Turn("user", Text("q")) + "," + Turn("assistant", result) + "," +
            Turn("user", Text("q")) + "]"),
       "messages.3.content.0" + unexpected},
      {"ResultOfAnotherTool",
       Body(Round(R"({"type":"server_tool_use","id":"srvtoolu_1","name":"web_fetch","input":{}},)" +
                      result,
                  Text("t"))),
       "messages.1.content.1" + unexpected},
      {"OpenUseIsAnsweredAfterTheClientsResults",
       Body("[" + Turn("user", Text("q")) + "," + Turn("assistant", use + "," + kUse) + "," +
                Turn("user", kResult) + "," + Turn("assistant", result + "," + Text("t")) + "," +
                Turn("user", Text("q")) + "]",
            web_search),
       "ok"},
      {"PausedAtAUse", paused(Text("t") + "," + use), "ok"},
      {"PausedAfterAResult", paused(use + "," + result), "ok"},
      {"PausedWithTextBehindAnOpenUse", paused(use + "," + Text("t")), "ok"},
      {"TextBehindAResultIsAPrefill", paused(use + "," + result + "," + Text("t")),
       "This model does not support assistant message prefill. The conversation must end with a "
       "user message."},
      {"PausedWithoutTheTool",
       Body("[" + Turn("user", Text("q")) + "," + Turn("assistant", use) + "]"),
       "`web_search` tool use with id `srvtoolu_1` was found without a corresponding "
       "`web_search_tool_result` block, but no `web_search` tool was provided"},
      {"PausedInCodeOfANewWebSearch",
       Body("[" + Turn("user", Text("q")) + "," +
                Turn("assistant", R"({"type":"server_tool_use","id":"srvtoolu_1",)"
                                  R"("name":"bash_code_execution","input":{}})") +
                "]",
            R"("tools":[{"type":"web_search_20260209","name":"web_search"}])"),
       "ok"},
      {"PausedInCodeOfAnOldWebSearch",
       Body("[" + Turn("user", Text("q")) + "," +
                Turn("assistant", R"({"type":"server_tool_use","id":"srvtoolu_1",)"
                                  R"("name":"code_execution","input":{}})") +
                "]",
            web_search),
       "`code_execution` tool use with id `srvtoolu_1` was found without a corresponding "
       "`code_execution_tool_result` block, but no `code_execution` tool was provided"},
      {"ResultId",
       Body(Round(use + R"(,{"type":"web_search_tool_result","tool_use_id":"1","content":[]})",
                  Text("t"))),
       "messages.1.content.1.web_search_tool_result.tool_use_id: String should match pattern "
       "'^srvtoolu_[a-zA-Z0-9_]+$'"},
      {"Caller",
       Body(Round(
           R"({"type":"tool_use","id":"toolu_1","name":"search","input":{},"caller":{"type":"direct"}})",
           kResult)),
       "ok"},
      {"CallerWithoutToolId",
       Body(Round(
           R"({"type":"tool_use","id":"toolu_1","name":"search","input":{},"caller":{"type":"code_execution_20250825"}})",
           kResult)),
       "messages.1.content.0.tool_use.caller.code_execution_20250825.tool_id: Field required"},
  };
}

INSTANTIATE_TEST_SUITE_P(ServerTools, RuleTest, testing::ValuesIn(ServerToolCases()), NameOf);

std::vector<Case> CacheCases() {
  const std::string mark = R"("cache_control":{"type":"ephemeral"})";
  const std::string hour = R"("cache_control":{"type":"ephemeral","ttl":"1h"})";
  const auto round = [](const std::string& hit_mark, const std::string& result_mark) {
    return Body(Round(kUse, R"({"type":"tool_result","tool_use_id":"toolu_1",)" + result_mark +
                                R"(,"content":[)" + Hit(Text("a"), hit_mark) + "]}"));
  };
  return {
      {"MarkOfAToolResultIsBehindThoseInside", round(hour, mark), "ok"},
      {"LongerMarkOfAToolResultIsBehindThoseInside", round(mark, hour),
       "messages.2.content.0.cache_control.ttl: a ttl='1h' cache_control block must not come after "
       "a ttl='5m' cache_control block. Note that blocks are processed in the following order: "
       "`tools`, `system`, `messages`."},
      {"OnDocumentsAndImages",
       Ask(PlainText("a", mark) + "," + Pdf(mark) + "," +
           Image(R"({"type":"url","url":"u"})", mark)),
       "ok"},
      {"NullMark", Ask(PlainText("a", R"("cache_control":null)")), "ok"},
      {"MarksInsideADocumentCount",
       Ask(Custom(R"([{"type":"text","text":"t",)" + mark + "}]", mark) + "," +
           PlainText("a", mark) + "," + PlainText("b", mark) + "," + PlainText("c", mark)),
       "A maximum of 4 blocks with cache_control may be provided. Found 5."},
  };
}

INSTANTIATE_TEST_SUITE_P(Caches, RuleTest, testing::ValuesIn(CacheCases()), NameOf);

}  // namespace
}  // namespace footnote::emulator
