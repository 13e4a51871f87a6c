// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/caching/cache_breakpoints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "service/answering/building/validation/field.h"
#include "tests/answering/building/content/rule_testing.h"

namespace footnote::answering::building {
namespace {

using messages::CacheTtl;
using testing::ElementsAre;
using testing::IsEmpty;
using v1::CacheControl;

MATCHER_P2(IsBreakpoint, field, ttl, "") { return arg.field == field && arg.ttl == ttl; }

class CacheBreakpointsTest : public testing::Test {
 protected:
  void Take(const char* field, CacheControl::Ttl ttl) {
    CacheControl breakpoint;
    breakpoint.set_ttl(ttl);
    breakpoints_.Take(breakpoint, root_.Child(field));
  }

  Violations violations_;
  const Field root_{&violations_};
  CacheBreakpoints breakpoints_;
};

TEST_F(CacheBreakpointsTest, FiveMinutesIsTheDefault) {
  Take("a", CacheControl::TTL_UNSPECIFIED);
  Take("b", CacheControl::TTL_5M);
  EXPECT_THAT(breakpoints_.breakpoints(), ElementsAre(IsBreakpoint("a", CacheTtl::k5Minutes),
                                                      IsBreakpoint("b", CacheTtl::k5Minutes)));
  EXPECT_THAT(violations_.kept(), IsEmpty());
}

TEST_F(CacheBreakpointsTest, ACarrierWithoutACacheControlHasNoBreakpoint) {
  const v1::SearchResult search_result;
  EXPECT_EQ(breakpoints_.Take(search_result, root_), std::nullopt);
  EXPECT_THAT(breakpoints_.breakpoints(), IsEmpty());
}

TEST_F(CacheBreakpointsTest, ACarrierWithAnEmptyCacheControlHasABreakpoint) {
  v1::SearchResult search_result;
  search_result.mutable_cache_control();
  EXPECT_EQ(breakpoints_.Take(search_result, root_), CacheTtl::k5Minutes);
}

TEST_F(CacheBreakpointsTest, AnUnknownTtlIsAViolationOfItsField) {
  Take("a", static_cast<CacheControl::Ttl>(7));
  EXPECT_THAT(violations_.kept(), ElementsAre(ViolatesRule("a.ttl", "UNKNOWN_ENUM_VALUE", "7")));
}

TEST_F(CacheBreakpointsTest, FourBreakpointsAreValid) {
  for (const char* field : {"a", "b", "c", "d"}) Take(field, CacheControl::TTL_5M);
  breakpoints_.CheckCount(&violations_);
  EXPECT_THAT(violations_.kept(), IsEmpty());
}

TEST_F(CacheBreakpointsTest, EachOfFiveBreakpointsIsAViolation) {
  for (const char* field : {"a", "b", "c", "d", "e"}) Take(field, CacheControl::TTL_5M);
  breakpoints_.CheckCount(&violations_);
  std::string fields;
  for (const status::Violation& violation : violations_.kept()) {
    fields += violation.field;
    EXPECT_EQ(violation.reason, v1::TOO_MANY);
  }
  EXPECT_EQ(fields, "abcde");
}

TEST_F(CacheBreakpointsTest, LongerTimesToLiveBeforeShorterOnesAreValid) {
  Take("a", CacheControl::TTL_1H);
  Take("b", CacheControl::TTL_1H);
  Take("c", CacheControl::TTL_5M);
  breakpoints_.CheckOrder(&violations_);
  EXPECT_THAT(violations_.kept(), IsEmpty());
}

TEST_F(CacheBreakpointsTest, EachBreakpointWithALongerTimeToLiveThanAnEarlierOneIsAViolation) {
  Take("a", CacheControl::TTL_1H);
  Take("b", CacheControl::TTL_UNSPECIFIED);
  Take("c", CacheControl::TTL_1H);
  Take("d", CacheControl::TTL_1H);
  breakpoints_.CheckOrder(&violations_);
  EXPECT_THAT(violations_.kept(), ElementsAre(ViolatesRule("c", "CACHE_BREAKPOINT_ORDER", "at b"),
                                              ViolatesRule("d", "CACHE_BREAKPOINT_ORDER", "at b")));
}

}  // namespace
}  // namespace footnote::answering::building
