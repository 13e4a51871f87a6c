// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/full_stop_rules.h"

#include <gtest/gtest.h>

#include <ostream>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"

namespace footnote::segmentation {
namespace {

// A full stop, which is the last character of `before`, with a space after it.
struct RuleCase {
  const char* rule;  // that decides
  const char* language;
  const char* before;
  const char* after;
  bool ends;
};

void PrintTo(const RuleCase& row, std::ostream* out) {
  *out << "\"" << row.before << "\" before \"" << row.after << "\" in " << row.language;
}

constexpr RuleCase kCases[] = {
    {"NoWordBefore", "en", "She left (at last).", "Nobody spoke.", true},
    {"NoWordBefore", "en", ".", "Nobody spoke.", true},
    {"ColonEndsSentences", "hy", "Սա տուն.", "Դա ծառ", false},
    {"ListMarker", "en", "1.", "Wash it.", false},
    {"ListMarker", "en", " (1.2.3.", "Wash it.", false},
    {"ListMarker", "en", "123.4.5.", "Wash it.", false},
    {"ListMarker", "en", "a.", "Wash it.", false},
    {"ListMarker", "en", "viii.", "Wash it.", false},
    {"ListMarker", "en", "XIV.", "Wash it.", false},
    {"SectionNumber", "en", "Chapter 3.", "Results", false},
    {"SectionNumber", "en", "\"(Chapter 3.", "Results", false},
    {"SectionNumber", "en", "Chapter\u00A0IV.", "Results", false},
    {"ListMarker", "en", "§ 4.", "Fees", false},
    {"SectionNumber", "en", "Appendix B.", "Tables", false},
    {"SectionNumber", "sw", "Sura ya 1.", "Mwanzo", false},
    {"Symbols", "en", "She waited --.", "Nobody spoke.", true},
    {"OrdinalBeforeNoun", "de", "Er kam am 3.", "Mai", false},
    {"OrdinalBeforeNoun", "de", "Der 18.", "Jahrestag kam", false},
    {"OrdinalBeforeNoun", "de", "Heinrich VIII.", "König war", false},
    {"Number", "de", "Es waren 12.", "Die anderen fehlten.", true},
    {"Number", "de", "Es war 1998.", "Jahre vergingen.", true},
    {"Number", "de", "Es kostet 3.5.", "Euro ist teuer.", true},
    {"Number", "de", "Es waren 12-13.", "Leute kamen.", true},
    {"Number", "de", "Es waren 12.", "13 fehlten.", true},
    {"Number", "de", "Es waren 12.", "(Leute kamen.)", true},
    {"Number", "de", "Siehe Abb. 12.", "Bilder folgen.", true},
    {"Number", "en", "It was 12.", "Mai", true},
    {"Number", "en", "He fought in World War II.", "Europe burned.", true},
    {"Number", "en", "This chapter has two parts and 3.", "Results", true},
    {"FirstOfTwoParts", "de", "Um 300 v.", "Chr. lebte er", false},
    {"FirstOfTwoParts", "de", "Es gibt z.", "B. Obst", false},
    {"EraBeforeYear", "en", "A.D.", "79 was bad.", false},
    {"EraBeforeYear", "en", "  B.C.", "44 was bad.", false},
    {"FrontedTime", "en", "At 5 a.m.", "Smith called.", false},
    {"FrontedTime", "en", "Listen: at 5 a.m.", "Smith called.", false},
    {"FrontedTime", "en", "At about 5 a.m.", "Smith called.", false},
    {"TimeOrEra", "en", "At 5 a.m.", "He called.", true},
    {"TimeOrEra", "en", "At 5 a.m.", "\"Smith\" called.", true},
    {"TimeOrEra", "en", "Come at 5 a.m.", "Smith called.", true},
    {"TimeOrEra", "en", "On the very next day at 5 a.m.", "Smith called.", true},
    {"TimeOrEra", "en", "He came at 6a.m.", "Smith called.", true},
    {"TimeOrEra", "en", "It fell in 44 B.C.", "79 was worse.", true},
    {"TimeOrEra", "en",
     "At the hotel by the extraordinarily long Mediterranean beachfront at 5 a.m.", "Smith called.",
     true},
    {"InitialBeforeInitial", "en", "It is by J.", "K. Osei", false},
    {"AbbreviationBeforeName", "en", "She met Dr.", "Osei", false},
    {"AbbreviationBeforeName", "en", "She met Dr.", "He left", false},
    {"AbbreviationBeforeNumber", "en", "See p.", "5", false},
    {"AbbreviationBeforeNumber", "en", "See fig.", "IV", false},
    {"AbbreviationBeforeNumber", "en", "See fig.", "A)", false},
    {"AbbreviationBeforeNumber", "en", "It is from Jan.", "5", false},
    {"UncasedAbbreviationThatMayEnd", "ar", "كتب وغيرها إلخ.", "وصل", true},
    {"AbbreviationThatMayEnd", "he", "ספרים וכו'.", "הוא", false},
    {"AbbreviationThatMayEnd", "en", "We met at Acme Corp.", "She paid.", true},
    {"AbbreviationThatMayEnd", "en", "We met at Acme Corp.", "Holdings paid.", false},
    {"AbbreviationThatMayEnd", "en", "It came from J. R.", "Smith", false},
    {"AbbreviationThatMayEnd", "ar", "سنة ١٤٠٠ هـ.", "وصل", false},
    {"NumberAbbreviationWithoutNumber", "en", "It is on the last pp.", "Words follow.", true},
    {"NumberAbbreviationWithoutNumber", "en", "See fig.", "I think", true},
    {"ShortWordWhereDandaEnds", "hi", "राव एक.", "आए", false},
    {"HanCharacter", "ja", "A 雨.", "次", true},
    {"UncasedLetter", "he", "ספר ד.", "הוא", false},
    {"UnitAfterDegreeSign", "en", "It fell to 2 ° C.", "Snow came.", true},
    {"UnitAfterDegreeSign", "en", "It fell to 2 º C.", "Snow came.", true},
    {"UnitAfterNumber", "en", "It lasted 1.5 s.", "Nothing broke.", true},
    {"OneLetter", "en", "It lasted x s.", "Results followed.", false},
    {"OneLetter", "en", "We chose plan B.", "It worked.", true},
    {"OneLetter", "en", "We chose plan B.", "Results followed.", false},
    {"OneLetter", "en", "It has 5 C.", "Results followed.", false},
    {"LettersWithFullStops", "en", "He is from the V.S.A.", "He left.", true},
    {"LettersWithFullStops", "en", "He is in the V.S.A.", "Navy", false},
    {"LettersWithFullStops", "en", "He is in the Vs.Ab.", "Navy", false},
    {"WordWithoutVowel", "en", "See the hfst.", "He left.", true},
    {"WordWithoutVowel", "en", "See the hfst.", "Results", false},
    {"WordWithoutVowel", "en", "See the hf.", "Results", false},
    {"Word", "en", "The pump failed.", "Results follow.", true},
    {"Word", "en", "See the hfstgr.", "Results follow.", true},
    {"Word", "en", "We use ASP.NET.", "Results follow.", true},
    {"Word", "en", "It is the BBC.", "Results follow.", true},
    {"Word", "en", "It is hf2.", "Results follow.", true},
    {"Word", "en", "It is h-f.", "Results follow.", true},
};

class FullStopRuleTest : public testing::TestWithParam<RuleCase> {};

TEST_P(FullStopRuleTest, DecidesAboutItsExamples) {
  const RuleCase& row = GetParam();
  const std::string before = row.before;
  const std::string text = absl::StrCat(before, " ", row.after);
  const NextText next = ReadNextText(text, before.size());
  const Language& language = *FindLanguage(row.language);
  const FullStop stop(text, 0, before.size() - 1, next, language);
  EXPECT_EQ(std::string(FindFullStopRule(stop).name), row.rule);
  EXPECT_EQ(FullStopEnds(text, 0, before.size() - 1, next, language), row.ends);
}

INSTANTIATE_TEST_SUITE_P(Rules, FullStopRuleTest, testing::ValuesIn(kCases),
                         [](const testing::TestParamInfo<RuleCase>& info) {
                           return absl::StrCat(info.param.rule, info.index);
                         });

TEST(FullStopRulesTest, NamesAreUniqueAndEachRuleHasAnExample) {
  std::set<std::string> names;
  for (const FullStopRule& rule : FullStopRules()) {
    EXPECT_TRUE(names.insert(std::string(rule.name)).second) << rule.name;
  }
  std::set<std::string> tested;
  for (const RuleCase& row : kCases) tested.insert(row.rule);
  EXPECT_EQ(tested, names);
}

TEST(FullStopRulesTest, TheLastRuleAppliesToEveryFullStop) {
  const std::string text = ". X";
  const NextText next = ReadNextText(text, 1);
  const FullStop stop(text, 0, 0, next, *FindLanguage("en"));
  EXPECT_TRUE(FullStopRules().back().applies(stop));
}

}  // namespace
}  // namespace footnote::segmentation
