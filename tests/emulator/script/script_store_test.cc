// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/script/script_store.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace footnote::emulator {
namespace {

namespace fs = std::filesystem;

HttpRequest RequestWithScript(const std::string& script) {
  HttpRequest request;
  request.headers = {{"x-emulator-script", script}};
  return request;
}

// A new directory "bodies" with the file "a", next to the file "secret".
class ScriptStoreFileTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    root_ = fs::path(testing::TempDir()) / test->name();
    fs::remove_all(root_);
    fs::create_directories(root_ / "bodies" / "folder");
    Write("bodies/a", "bytes of a");
    Write("secret", "secret");
  }

  void Write(const std::string& path, const std::string& bytes) {
    std::ofstream(root_ / path, std::ios::binary) << bytes;
  }

  std::string directory() const { return (root_ / "bodies").string(); }

  static absl::StatusOr<std::shared_ptr<const std::string>> Read(ScriptStore& store,
                                                                 const std::string& path) {
    Script script;
    script.body_file = path;
    return store.Body(script);
  }

  fs::path root_;
};

TEST(ScriptStoreTest, DefaultIsTheEmptyScript) {
  ScriptStore store("");
  const absl::StatusOr<Script> script = store.Take({});
  ASSERT_TRUE(script.ok());
  EXPECT_FALSE(script->status.has_value());
}

TEST(ScriptStoreTest, QueuedScriptsApplyOnceInOrderAndThenTheDefaultApplies) {
  ScriptStore store("");
  ASSERT_TRUE(store.SetDefault("status=500").ok());
  ASSERT_TRUE(store.Queue("status=501").ok());
  ASSERT_TRUE(store.Queue("status=502").ok());
  EXPECT_EQ(store.Take({})->status, 501);
  EXPECT_EQ(store.Take({})->status, 502);
  EXPECT_EQ(store.Take({})->status, 500);
  EXPECT_EQ(store.Take({})->status, 500);
}

TEST(ScriptStoreTest, ScriptOfTheHeaderTakesPrecedenceAndLeavesTheQueueUnchanged) {
  ScriptStore store("");
  ASSERT_TRUE(store.Queue("status=501").ok());
  EXPECT_EQ(store.Take(RequestWithScript("status=503"))->status, 503);
  EXPECT_EQ(store.Take({})->status, 501);
}

TEST(ScriptStoreTest, MalformedScriptsAreRejectedAndChangeNothing) {
  ScriptStore store("");
  ASSERT_TRUE(store.SetDefault("status=500").ok());
  EXPECT_FALSE(store.SetDefault("status=x").ok());
  EXPECT_FALSE(store.Queue("status=x").ok());
  EXPECT_FALSE(store.Take(RequestWithScript("status=x")).ok());
  EXPECT_EQ(store.Take({})->status, 500);
}

TEST(ScriptStoreTest, ClearRemovesScriptsAndKeepsBodies) {
  ScriptStore store("");
  ASSERT_TRUE(store.SetDefault("status=500").ok());
  ASSERT_TRUE(store.Queue("status=501").ok());
  store.AddBody("b", "bytes");
  store.Clear();
  EXPECT_FALSE(store.Take({})->status.has_value());
  Script script;
  script.body = "b";
  EXPECT_TRUE(store.Body(script).ok());
}

TEST(ScriptStoreTest, RegisteredBodyIsReturnedAndCanBeReplaced) {
  ScriptStore store("");
  Script script;
  script.body = "b";
  EXPECT_EQ(store.Body(script).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(store.Body(script).status().message(), "no body is registered as 'b'");
  store.AddBody("b", std::string("\0x", 2));
  EXPECT_EQ(**store.Body(script), std::string("\0x", 2));
  store.AddBody("b", "new");
  EXPECT_EQ(**store.Body(script), "new");
}

TEST_F(ScriptStoreFileTest, FileInsideTheDirectoryIsReturned) {
  ScriptStore store(directory());
  const auto bytes = Read(store, "folder/../a");
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  EXPECT_EQ(**bytes, "bytes of a");
}

TEST_F(ScriptStoreFileTest, FileIsReadOnce) {
  ScriptStore store(directory());
  const auto first = Read(store, "a");
  Write("bodies/a", "other");
  const auto second = Read(store, "a");
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(*first, *second);
}

TEST_F(ScriptStoreFileTest, PathsOutsideOfTheDirectoryAreRejected) {
  fs::create_symlink(root_ / "secret", root_ / "bodies" / "link");
  ScriptStore store(directory());
  const std::vector<std::string> paths = {
      "../secret", (root_ / "secret").string(), "link", "missing", "folder", "."};
  for (const std::string& path : paths) {
    const absl::Status status = Read(store, path).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << path;
    EXPECT_EQ(status.message(),
              "body_file: '" + path + "' is not a file inside the emulator's body directory");
  }
}

TEST_F(ScriptStoreFileTest, LargeFileIsReadCompletely) {
  Write("bodies/large", std::string(100'000, 'x'));
  ScriptStore store(directory());
  const auto bytes = Read(store, "large");
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ((*bytes)->size(), 100'000u);
}

TEST_F(ScriptStoreFileTest, StoreWithoutADirectoryReadsNoFiles) {
  ScriptStore store("");
  EXPECT_EQ(Read(store, (root_ / "bodies" / "a").string()).status().message(),
            "body_file: the emulator has no body directory");
}

}  // namespace
}  // namespace footnote::emulator
