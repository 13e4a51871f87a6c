// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/full_stop_rules.h"

#include <iterator>
#include <utility>

namespace footnote::segmentation {
namespace {

using Verdict = FullStopVerdict;

// Each rule can rely on the fact that no rule before it applies.
constexpr FullStopRule kRules[] = {
    {"NoWordBefore", [](const FullStop& stop) { return stop.word().empty(); }, Verdict::kEnds},
    {"ColonEndsSentences",
     [](const FullStop& stop) { return stop.word_language().Has(kColonEnds); },
     Verdict::kContinues},
    // "1. Wash it."
    {"ListMarker", [](const FullStop& stop) { return stop.IsListMarker(); }, Verdict::kContinues},
    // "Chapter 3. Results."
    {"SectionNumber", [](const FullStop& stop) { return stop.IsSectionNumber(); },
     Verdict::kContinues},
    {"Symbols",
     [](const FullStop& stop) { return stop.shape().digits == 0 && stop.shape().letters == 0; },
     Verdict::kEnds},
    // "18. Jahrhundert", but neither "1998. Sie" nor "12. Die".
    {"OrdinalBeforeNoun",
     [](const FullStop& stop) {
       return stop.IsNumeric() && stop.language().Has(kOrdinals) && stop.shape().stops == 0 &&
              stop.shape().others == 0 && (stop.shape().letters > 0 || stop.shape().digits <= 2) &&
              !stop.starter_follows() && !stop.number_follows() && !stop.next().opener &&
              text::IsUpper(stop.next().lead.value) && !stop.FollowsNumberAbbreviation();
     },
     Verdict::kContinues},
    {"Number", [](const FullStop& stop) { return stop.IsNumeric(); }, Verdict::kEnds},
    // "v. Chr."
    {"FirstOfTwoParts", [](const FullStop& stop) { return stop.BeginsTwoPartAbbreviation(); },
     Verdict::kContinues},
    // "A.D. 79"
    {"EraBeforeYear",
     [](const FullStop& stop) {
       return stop.IsTimeOrEra() && stop.number_follows() && stop.BeginsSentence();
     },
     Verdict::kContinues},
    // "At 5 a.m. Mr. Smith called."
    {"FrontedTime",
     [](const FullStop& stop) {
       return stop.IsTimeOrEra() && !stop.starter_follows() && !stop.next().opener &&
              stop.IsFrontedTime();
     },
     Verdict::kContinues},
    {"TimeOrEra", [](const FullStop& stop) { return stop.IsTimeOrEra(); }, Verdict::kEnds},
    // "J. K. Osei"
    {"InitialBeforeInitial",
     [](const FullStop& stop) {
       return stop.IsOneLetter() && stop.InitialFollows() && !stop.Is(kMayEnd);
     },
     Verdict::kContinues},
    // "Dr. Osei"
    {"AbbreviationBeforeName",
     [](const FullStop& stop) { return stop.Is(kBeforeName) && !stop.Is(kMayEnd); },
     Verdict::kContinues},
    // "p. 5"
    {"AbbreviationBeforeNumber",
     [](const FullStop& stop) { return stop.Is(kBeforeNumber) && stop.number_follows(); },
     Verdict::kContinues},
    {"UncasedAbbreviationThatMayEnd",
     [](const FullStop& stop) {
       return stop.Is(kMayEnd) && !stop.is_cased() && !stop.Is(kBeforeName | kBeforeNumber);
     },
     Verdict::kEnds},
    // "Beta Corp."
    {"AbbreviationThatMayEnd", [](const FullStop& stop) { return stop.Is(kMayEnd); },
     Verdict::kEndsBeforeStarter},
    // "the p. The"
    {"NumberAbbreviationWithoutNumber",
     [](const FullStop& stop) { return stop.Is(kBeforeNumber) && !stop.IsOneLetter(); },
     Verdict::kEnds},
    // "डॉ. शर्मा"
    {"ShortWordWhereDandaEnds",
     [](const FullStop& stop) {
       return stop.word_language().Has(kDandaEnds) && stop.shape().longest_part <= 2;
     },
     Verdict::kContinues},
    {"HanCharacter",
     [](const FullStop& stop) { return stop.IsOneLetter() && stop.script() == text::Script::kHan; },
     Verdict::kEnds},
    {"UncasedLetter", [](const FullStop& stop) { return stop.IsOneLetter() && !stop.is_cased(); },
     Verdict::kContinues},
    // "2 º C."
    {"UnitAfterDegreeSign",
     [](const FullStop& stop) { return stop.IsOneLetter() && stop.FollowsDegreeSign(); },
     Verdict::kEnds},
    // "1.5 s."
    {"UnitAfterNumber",
     [](const FullStop& stop) {
       return stop.IsOneLetter() && !stop.shape().is_capitalized && stop.FollowsNumber();
     },
     Verdict::kEnds},
    // "Plan B."
    {"OneLetter", [](const FullStop& stop) { return stop.IsOneLetter(); },
     Verdict::kEndsBeforeStarter},
    // "U.S.", "V.S.A."
    {"LettersWithFullStops",
     [](const FullStop& stop) {
       return stop.shape().stops > 0 && stop.shape().digits == 0 && stop.shape().others == 0 &&
              stop.shape().longest_part <= 2;
     },
     Verdict::kEndsBeforeStarter},
    // "blz.", "hfst.": not a word of any language.
    {"WordWithoutVowel",
     [](const FullStop& stop) {
       return stop.script() == text::Script::kLatin && !stop.shape().has_vowel &&
              !stop.shape().all_capitals && stop.shape().digits == 0 && stop.shape().letters >= 2 &&
              stop.shape().letters <= 5 && stop.shape().others == 0;
     },
     Verdict::kEndsBeforeStarter},
    {"Word", [](const FullStop&) { return true; }, Verdict::kEnds},
};

// Returns the index of the first rule that applies. The fold expression lets the compiler inline
// the rules: a loop over function pointers takes several percent of the time of the segmentation.
template <size_t... index>
size_t FindRule(const FullStop& stop, std::index_sequence<index...> /*indices*/) {
  size_t found = 0;
  static_cast<void>((... || (kRules[index].applies(stop) ? (found = index, true) : false)));
  return found;
}

}  // namespace

absl::Span<const FullStopRule> FullStopRules() { return kRules; }

const FullStopRule& FindFullStopRule(const FullStop& stop) {
  return kRules[FindRule(stop, std::make_index_sequence<std::size(kRules)>())];
}

bool FullStopEnds(absl::string_view text, size_t sentence, size_t stop, const NextText& next,
                  const Language& language) {
  const FullStop full_stop(text, sentence, stop, next, language);
  switch (FindFullStopRule(full_stop).verdict) {
    case FullStopVerdict::kEnds:
      return true;
    case FullStopVerdict::kContinues:
      return false;
    case FullStopVerdict::kEndsBeforeStarter:
      return full_stop.starter_follows();
  }
  return true;
}

}  // namespace footnote::segmentation
