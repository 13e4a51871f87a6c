#include "service/answering/building/caching/cache_breakpoints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using messages::CacheTtl;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using v1::CacheControl;

MATCHER_P2(IsMark, field, ttl, "") { return arg.field == field && arg.ttl == ttl; }

class CacheBreakpointsTest : public testing::Test {
 protected:
  void Take(const char* field, CacheControl::Ttl ttl) {
    CacheControl breakpoint;
    breakpoint.set_ttl(ttl);
    breakpoints_.Take(breakpoint, root_.Field(field), &violations_);
  }

  const FieldPath root_;
  Violations violations_;
  CacheBreakpoints breakpoints_;
};

TEST_F(CacheBreakpointsTest, FiveMinutesIsTheDefault) {
  Take("a", CacheControl::TTL_UNSPECIFIED);
  Take("b", CacheControl::TTL_5M);
  EXPECT_THAT(breakpoints_.breakpoints(),
              ElementsAre(IsMark("a", CacheTtl::k5Minutes), IsMark("b", CacheTtl::k5Minutes)));
  EXPECT_THAT(violations_.kept(), IsEmpty());
}

TEST_F(CacheBreakpointsTest, ACarrierWithoutAMarkHasNone) {
  const v1::SearchResult hit;
  EXPECT_EQ(breakpoints_.Take(hit, root_, &violations_), std::nullopt);
  EXPECT_THAT(breakpoints_.breakpoints(), IsEmpty());
}

TEST_F(CacheBreakpointsTest, ACarrierWithAnEmptyMarkHasOne) {
  v1::SearchResult hit;
  hit.mutable_cache_control();
  EXPECT_EQ(breakpoints_.Take(hit, root_, &violations_), CacheTtl::k5Minutes);
}

TEST_F(CacheBreakpointsTest, AnUnknownTtlIsAViolationOfItsField) {
  Take("a", static_cast<CacheControl::Ttl>(7));
  EXPECT_THAT(violations_.kept(), SizeIs(1));
  EXPECT_EQ(violations_.kept()[0].field, "a.ttl");
  EXPECT_EQ(violations_.kept()[0].description, "has no value 7");
}

TEST_F(CacheBreakpointsTest, FourAreLegal) {
  for (const char* field : {"a", "b", "c", "d"}) Take(field, CacheControl::TTL_5M);
  breakpoints_.CheckCount(&violations_);
  EXPECT_THAT(violations_.kept(), IsEmpty());
}

TEST_F(CacheBreakpointsTest, FiveAreNotAndEachIsNamed) {
  for (const char* field : {"a", "b", "c", "d", "e"}) Take(field, CacheControl::TTL_5M);
  breakpoints_.CheckCount(&violations_);
  std::string fields;
  for (const status::Violation& violation : violations_.kept()) fields += violation.field;
  EXPECT_EQ(fields, "abcde");
}

TEST_F(CacheBreakpointsTest, LongerOnesComeFirst) {
  Take("a", CacheControl::TTL_1H);
  Take("b", CacheControl::TTL_1H);
  Take("c", CacheControl::TTL_5M);
  breakpoints_.CheckOrder(&violations_);
  EXPECT_THAT(violations_.kept(), IsEmpty());
}

TEST_F(CacheBreakpointsTest, EachLongerOneAfterAShorterOneIsRefusedAndBothAreNamed) {
  Take("a", CacheControl::TTL_1H);
  Take("b", CacheControl::TTL_UNSPECIFIED);
  Take("c", CacheControl::TTL_1H);
  Take("d", CacheControl::TTL_1H);
  breakpoints_.CheckOrder(&violations_);
  ASSERT_THAT(violations_.kept(), SizeIs(2));
  EXPECT_EQ(violations_.kept()[0].field, "c");
  EXPECT_EQ(violations_.kept()[1].field, "d");
  EXPECT_THAT(violations_.kept()[1].description, testing::HasSubstr("at b"));
}

}  // namespace
}  // namespace footnote::answering::building
