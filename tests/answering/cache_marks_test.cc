#include "service/answering/building/caching/cache_marks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/answering/request_support.h"

namespace footnote::answering {
namespace {

using messages::CacheTtl;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using v1::CacheControl;

MATCHER_P2(IsMark, field, ttl, "") { return arg.field == field && arg.ttl == ttl; }

class CacheMarksTest : public testing::Test {
 protected:
  void Take(const char* field, CacheControl::Ttl ttl) {
    CacheControl mark;
    mark.set_ttl(ttl);
    marks_.Take(mark, root_.Field(field), &violations_);
  }

  const FieldPath root_;
  Violations violations_;
  CacheMarks marks_;
};

TEST_F(CacheMarksTest, FiveMinutesIsTheDefault) {
  Take("a", CacheControl::TTL_UNSPECIFIED);
  Take("b", CacheControl::TTL_5M);
  EXPECT_THAT(marks_.marks(),
              ElementsAre(IsMark("a", CacheTtl::k5Minutes), IsMark("b", CacheTtl::k5Minutes)));
  EXPECT_THAT(violations_.kept(), IsEmpty());
}

TEST_F(CacheMarksTest, ACarrierWithoutAMarkHasNone) {
  const v1::SearchResult hit;
  EXPECT_EQ(marks_.Take(hit, root_, &violations_), std::nullopt);
  EXPECT_THAT(marks_.marks(), IsEmpty());
}

TEST_F(CacheMarksTest, ACarrierWithAnEmptyMarkHasOne) {
  v1::SearchResult hit;
  hit.mutable_cache_control();
  EXPECT_EQ(marks_.Take(hit, root_, &violations_), CacheTtl::k5Minutes);
}

TEST_F(CacheMarksTest, AnUnknownTtlIsAViolationOfItsField) {
  Take("a", static_cast<CacheControl::Ttl>(7));
  EXPECT_THAT(violations_.kept(), SizeIs(1));
  EXPECT_EQ(violations_.kept()[0].field, "a.ttl");
  EXPECT_EQ(violations_.kept()[0].description, "has no value 7");
}

TEST_F(CacheMarksTest, FourAreLegal) {
  for (const char* field : {"a", "b", "c", "d"}) Take(field, CacheControl::TTL_5M);
  marks_.CheckCount(&violations_);
  EXPECT_THAT(violations_.kept(), IsEmpty());
}

TEST_F(CacheMarksTest, FiveAreNotAndEachIsNamed) {
  for (const char* field : {"a", "b", "c", "d", "e"}) Take(field, CacheControl::TTL_5M);
  marks_.CheckCount(&violations_);
  std::string fields;
  for (const Violation& violation : violations_.kept()) fields += violation.field;
  EXPECT_EQ(fields, "abcde");
}

TEST_F(CacheMarksTest, LongerOnesComeFirst) {
  Take("a", CacheControl::TTL_1H);
  Take("b", CacheControl::TTL_1H);
  Take("c", CacheControl::TTL_5M);
  marks_.CheckOrder(&violations_);
  EXPECT_THAT(violations_.kept(), IsEmpty());
}

TEST_F(CacheMarksTest, EachLongerOneAfterAShorterOneIsRefusedAndBothAreNamed) {
  Take("a", CacheControl::TTL_1H);
  Take("b", CacheControl::TTL_UNSPECIFIED);
  Take("c", CacheControl::TTL_1H);
  Take("d", CacheControl::TTL_1H);
  marks_.CheckOrder(&violations_);
  ASSERT_THAT(violations_.kept(), SizeIs(2));
  EXPECT_EQ(violations_.kept()[0].field, "c");
  EXPECT_EQ(violations_.kept()[1].field, "d");
  EXPECT_THAT(violations_.kept()[1].description, testing::HasSubstr("at b"));
}

}  // namespace
}  // namespace footnote::answering
