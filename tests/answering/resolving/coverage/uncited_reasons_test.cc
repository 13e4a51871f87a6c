// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/coverage/uncited_reasons.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace footnote::answering::resolving {
namespace {

using v1::AnswerSentence;

const segmentation::Language& In(const std::string& tag) {
  const segmentation::Language* language = segmentation::FindLanguage(tag);
  EXPECT_NE(language, nullptr) << tag;
  return language == nullptr ? *segmentation::FindLanguage("en") : *language;
}

// The reason of a sentence that fills its lines.
AnswerSentence::Reason ReasonOf(const std::string& sentence, const std::string& language = "en") {
  SentenceShape shape;
  shape.fills_lines = true;
  return UncitedReason(sentence, shape, In(language));
}

struct Case {
  const char* language;
  const char* sentence;
};

void ExpectAll(AnswerSentence::Reason reason, const std::vector<Case>& cases) {
  for (const Case& one : cases) {
    EXPECT_EQ(ReasonOf(one.sentence, one.language), reason) << one.language << ": " << one.sentence;
  }
}

TEST(UncitedReasonsTest, ClaimsNeedACitationWithAnyStart) {
  ExpectAll(AnswerSentence::REASON_UNSPECIFIED,
            {{"en", "The limit is 1000 per hour."},
             {"en", "Hello, the limit is 1000 per hour."},
             {"en", "Thank you notes are sent within a week of the first order."},
             {"en", "Here is the limit that holds for all premium customers."},
             {"en", "According to the policy, the limit is 1000:"},
             {"en", "The product does not contain lead."},
             {"en", "Documents must not be copied."},
             {"en", "**The limit is 1000 per hour.**"},
             {"en", "He asked \"why?\" and left."},
             {"en", "Use a; or b;"},
             {"en", "1000"},
             {"en", "Feel free to use the key in tests."},
             {"en", "Sure enough keys expire after thirty days."},
             {"ja", "上限は1時間あたり1000回です。"},
             {"ja", "はい、月額は1,000円です。"},
             {"ja", "資料は金庫に保管します。"},
             {"de", "Das Limit beträgt 1000 pro Stunde."},
             {"zh", "限额为每小时一千次。"},
             {"fr", "La limite est fixée par contrat."},
             {"ru", "Лимит установлен договором."}});
}

TEST(UncitedReasonsTest, AClaimAfterItsBasisNeedsACitationEvenIfItEndsWithAColon) {
  ExpectAll(AnswerSentence::REASON_UNSPECIFIED,
            {{"en", "Based on the provided documents, the warranty covers parts only:"},
             {"en", "In short, according to the contract, the tenant must:"},
             {"en", "The vendor pays, and here is what the documents say:"},
             {"en", "Here is what the documents say, and the vendor pays."},
             {"de", "Laut Vertrag, so die Dokumente, zahlt der Mieter:"},
             {"fr", "Selon le contrat, le locataire doit payer :"},
             {"es", "Según el contrato, el inquilino debe pagar:"},
             {"ja", "資料によると、借主が支払います："},
             {"zh", "根据文件，退款期限为三十天："},
             {"ar", "وفقًا للعقد، يجب على المستأجر الدفع:"}});
}

TEST(UncitedReasonsTest, AConditionThatMayIntroduceAClaimIsNotAnOfferOfHelp) {
  ExpectAll(AnswerSentence::REASON_UNSPECIFIED,
            {{"en", "If you'd like more than one copy, you must pay for each."},
             {"en", "If you need more information, call 555-0100."},
             {"fr", "Si vous avez besoin d'un remboursement, écrivez au service."},
             {"es", "Si necesitas más de tres días, debes pagar."},
             {"pt", "Se você tiver um contrato, deve pagar."},
             {"ru", "Если вам нужно вернуть товар, позвоните в магазин."},
             {"ar", "إذا كان لديك عقد فيجب الدفع."},
             {"ja", "他にも送料がかかります。"},
             {"zh", "如果您需要退款，必须在三十天内申请。"}});
}

TEST(UncitedReasonsTest, AMissingPropertyOfAThingAndAContrastAfterNothingFoundAreClaims) {
  ExpectAll(AnswerSentence::REASON_UNSPECIFIED,
            {{"en", "The test results do not indicate cancer."},
             {"en", "The materials do not contain asbestos."},
             {"en", "In the documents, the law does not contain a penalty."},
             {"en", "The police found no information about the suspect."},
             {"en", "The documents do not include a warranty, but the vendor replaces parts."},
             {"en", "I don't know the date, but the law took effect in spring."},
             {"de", "Die Ergebnisse der Studie enthalten keine Hinweise auf Krebs."},
             {"de", "Der Text sagt nichts über Strafen, aber das Gericht verhängte sie."},
             {"es", "Los resultados del análisis no indican cáncer."},
             {"ja", "この薬には糖は含まれていません。"},
             {"ja", "この事件で犯人は見つかりませんでした。"},
             {"ja", "資料に価格の記載はありませんが、送料は無料です。"},
             {"zh", "警方没有找到嫌疑人。"},
             {"zh", "文件不包含签名，因此合同无效。"}});
}

TEST(UncitedReasonsTest, QuestionsEndWithTheQuestionMarkOfTheirScript) {
  ExpectAll(AnswerSentence::REASON_QUESTION, {{"en", "What is the limit?"},
                                              {"en", "*What is the limit?*"},
                                              {"en", "(What is the limit?)"},
                                              {"ja", "上限はいくつ？"},
                                              {"ja", "上限はいくつですか。"},
                                              {"ja", "「上限は？」"},
                                              {"zh", "限额是多少？"},
                                              {"zh", "有限额吗"},
                                              {"ar", "ما هو الحد؟"},
                                              {"fa", "حد چقدر است؟"},
                                              {"el", "Ποιο είναι το όριο;"},
                                              {"el", "Ποιο είναι το όριο\u037E"},
                                              {"hy", "Ո՞րն է սահմանը:"},
                                              {"am", "ገደቡ ስንት ነው፧"},
                                              {"es", "¿Cuál es el límite?"},
                                              {"ko", "한도는 얼마입니까?"},
                                              {"ko", "한도는 얼마입니까."},
                                              {"th", "ขีดจำกัดคือเท่าไหร่ใช่หรือไม่"}});
}

TEST(UncitedReasonsTest, ASemicolonIsAQuestionMarkInGreekOnly) {
  EXPECT_EQ(ReasonOf("The limit is fixed;", "en"), AnswerSentence::REASON_UNSPECIFIED);
  EXPECT_EQ(ReasonOf("Το όριο;", "el"), AnswerSentence::REASON_QUESTION);
}

TEST(UncitedReasonsTest, GreetingsThanksAndOffersOfHelpNeedNoCitation) {
  ExpectAll(AnswerSentence::REASON_GREETING,
            {{"en", "Hello!"},
             {"en", "Hi Anna,"},
             {"en", "Thank you for your question!"},
             {"en", "Great question!"},
             {"en", "I hope this helps."},
             {"en", "Let me know if you have any other questions."},
             {"en", "Please don\u2019t hesitate to ask."},
             {"en", "Thanks for reaching out."},
             {"ja", "以上、ご参考になれば幸いです。"},
             {"zh", "希望对您有所帮助。"},
             {"ja", "こんにちは。"},
             {"ja", "ご質問ありがとうございます。"},
             {"ja", "他にご質問がございましたら、お知らせください。"},
             {"zh", "您好！"},
             {"zh", "如果您还有其他问题，请告诉我。"},
             {"ko", "안녕하세요!"},
             {"de", "Hallo!"},
             {"de", "Lassen Sie mich wissen, wenn Sie mehr brauchen."},
             {"fr", "Bonjour !"},
             {"fr", "N'hésitez pas à me contacter."},
             {"es", "¡Hola!"},
             {"ru", "Здравствуйте!"},
             {"ar", "مرحبًا!"},
             {"hi", "नमस्ते!"},
             {"tr", "Merhaba!"}});
}

TEST(UncitedReasonsTest, AnIntroductionNeedsNoCitation) {
  ExpectAll(AnswerSentence::REASON_CONNECTIVE,
            {{"en", "Here is what the documents say:"},
             {"en", "Here\u2019s what the policy says:"},
             {"en", "Based on the search results:"},
             {"en", "*In summary:*"},
             {"en", "Let me check the documents."},
             {"en", "Here is what the documents say."},
             {"en",
              "Based on the provided documents, here is what "
              "I found about refunds, returns and gift cards:"},
             {"en", "Here's a summary of the key points."},
             {"en", "The documents state the following."},
             {"ja", "資料には次のように書かれています。"},
             {"ja", "提供された資料によると、以下のとおりです。"},
             {"ja", "検索結果に基づいてお答えします。"},
             {"zh", "根据搜索结果，答案如下。"},
             {"zh", "根据提供的文件，以下是主要内容："},
             {"ko", "문서에 따르면 다음과 같습니다."},
             {"ar", "بناءً على المستندات، إليك ما وجدته:"},
             {"de", "In den Unterlagen heißt es:"},
             {"ja", "以下のとおりです："},
             {"ja", "資料を確認します。"},
             {"zh", "根据文件："},
             {"de", "Hier ist, was die Dokumente sagen:"},
             {"fr", "Selon les documents, voici ce que j'ai :"},
             {"fr", "Voici ce que disent les documents :"},
             {"es", "Según los documentos:"}});
}

TEST(UncitedReasonsTest, AStatementThatNothingWasFoundNeedsNoCitation) {
  ExpectAll(AnswerSentence::REASON_NOTHING_FOUND,
            {{"en", "I couldn't find any information about that."},
             {"en", "The provided documents do not mention a refund policy."},
             {"en", "The search results don\u2019t contain the price."},
             {"en", "No results found."},
             {"ja", "資料には記載がありません。"},
             {"ja", "該当する情報は見つかりませんでした。"},
             {"ja", "資料では触れられていません。"},
             {"zh", "文档中没有提到退款。"},
             {"ko", "문서에서 찾을 수 없습니다."},
             {"de", "Die Dokumente enthalten keine Angaben zum Preis."},
             {"de", "Ich konnte dazu leider keine Informationen finden."},
             {"fr", "Les documents ne mentionnent pas le prix."},
             {"es", "Los documentos no mencionan el precio."},
             {"ru", "В документах не указано."},
             {"en", "Unfortunately, the sources contain no information about the price."},
             {"ar", "لا تذكر المستندات السعر."},
             {"ja", "資料からは見つかりませんでした。"},
             {"ar", "لم أجد معلومات."}});
}

TEST(UncitedReasonsTest, TheEmulatorsAnswersWithoutSourcesNeedNoCitation) {
  ExpectAll(AnswerSentence::REASON_NOTHING_FOUND,
            {{"en", "The provided documents do not answer this question."},
             {"en", "I was given no documents to answer from."},
             {"en", "The search returned no results, so I cannot answer this question."},
             {"en", "The search failed, so I cannot answer this question."},
             {"ja", "提供された資料には、この質問への答えがありません。"},
             {"ja", "回答の根拠となる資料が渡されていません。"},
             {"ja", "検索結果がなかったため、この質問には答えられません。"},
             {"ja", "検索に失敗したため、この質問には答えられません。"},
             {"en", "None of the search results mention parking."},
             {"fr", "Je n\u2019ai trouvé aucune information à ce sujet."},
             {"de", "In den Quellen steht nichts über Parkplätze."}});
}

TEST(UncitedReasonsTest, PunctuationWithoutAWordIsAHeading) {
  ExpectAll(AnswerSentence::REASON_HEADING,
            {{"en", "\u2022"}, {"en", "\uFFFC"}, {"en", "😀"}, {"ja", "・"}, {"en", "-"}});
  EXPECT_EQ(ReasonOf("5", "en"), AnswerSentence::REASON_UNSPECIFIED);
}

TEST(UncitedReasonsTest, HeadingsRulesAndTitlesAreHeadings) {
  ExpectAll(AnswerSentence::REASON_HEADING, {{"en", "## Limits"},
                                             {"en", "# The limit is 1000 per hour."},
                                             {"en", "**Limits**"},
                                             {"en", "**Limits:**"},
                                             {"en", "**Limits**:"},
                                             {"en", "__Limits__"},
                                             {"en", "**What is the limit?**"},
                                             {"ja", "**料金**"},
                                             {"ja", "**料金：**"},
                                             {"en", "---"},
                                             {"en", "* * *"},
                                             {"en", "___"}});
}

TEST(UncitedReasonsTest, ABoldPartOfALineIsNotAHeading) {
  SentenceShape shape;
  EXPECT_EQ(UncitedReason("**Limits**", shape, In("en")), AnswerSentence::REASON_UNSPECIFIED);
  EXPECT_EQ(ReasonOf("**Limits** apply to **all**"), AnswerSentence::REASON_UNSPECIFIED);
}

TEST(UncitedReasonsTest, ALabelIsAHeadingOnlyBeforeAList) {
  SentenceShape shape;
  EXPECT_EQ(UncitedReason("Limits of the plans:", shape, In("en")),
            AnswerSentence::REASON_UNSPECIFIED);
  shape.leads_to_list = true;
  EXPECT_EQ(UncitedReason("Limits of the plans:", shape, In("en")), AnswerSentence::REASON_HEADING);
  EXPECT_EQ(UncitedReason("料金プラン：", shape, In("ja")), AnswerSentence::REASON_HEADING);
  EXPECT_EQ(UncitedReason("The limit is 1000 for these plans:", shape, In("en")),
            AnswerSentence::REASON_UNSPECIFIED);
  EXPECT_EQ(UncitedReason("Employees who have been here for more than five full years get what "
                          "this list says:",
                          shape, In("en")),
            AnswerSentence::REASON_UNSPECIFIED);
}

TEST(UncitedReasonsTest, CodeNeedsNoCitation) {
  SentenceShape shape;
  shape.kind = SentenceShape::kCode;
  EXPECT_EQ(UncitedReason("```\nx\n```", shape, In("en")), AnswerSentence::REASON_CODE);
}

TEST(UncitedReasonsTest, EnglishPhrasesMatchInTextsOfOtherLanguages) {
  EXPECT_EQ(ReasonOf("Hello!", "ja"), AnswerSentence::REASON_GREETING);
}

}  // namespace
}  // namespace footnote::answering::resolving
