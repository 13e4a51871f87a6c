// SPDX-License-Identifier: Apache-2.0
#include "client/cli/documents/document_file.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/cli/scratch_folder.h"

namespace footnote::client {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr absl::string_view kPng("\x89PNG\r\n\x1A\n\0\0", 10);
constexpr absl::string_view kWebp("RIFF\0\0\0\0WEBPVP8 ", 16);

TEST(DocumentFileTest, DeterminesTheKindFromTheFirstBytes) {
  for (const absl::string_view image : {kPng, kWebp, absl::string_view("\xFF\xD8\xFF\xE0"),
                                        absl::string_view("GIF87a"), absl::string_view("GIF89a")}) {
    EXPECT_EQ(KindOfFile(image), FileKind::kImage) << image;
    // Each kind requires all of its first bytes.
    EXPECT_EQ(KindOfFile(image.substr(0, 2)), FileKind::kText);
  }
  EXPECT_EQ(KindOfFile("%PDF-1.7\n"), FileKind::kPdf);
  for (const char* text : {"", "%PDF", "GIF90a", "RIFF", "RIFF1234WAVE", "Plain words, %PDF-"}) {
    EXPECT_EQ(KindOfFile(text), FileKind::kText) << text;
  }
}

TEST(DocumentFileTest, AddsTextAndPdfsAsNamedDocumentsAndImagesAsImages) {
  ScratchFolder folder;
  const std::string text = folder.Write("notes.md", "\xEF\xBB\xBF# ノート\r\n");
  const std::string pdf = folder.Write("named.txt", "%PDF-1.4 \xFF");
  const std::string image = folder.Write("p.bin", std::string(kPng));
  v1::AnswerRequest request;
  for (const std::string& path : {text, pdf, image}) {
    ASSERT_TRUE(AddDocumentFile(path, &request).ok());
  }
  ASSERT_EQ(request.documents_size(), 2);
  EXPECT_EQ(request.documents(0).title(), "notes.md");
  EXPECT_EQ(request.documents(0).id(), text);
  // Byte for byte, so that ranges are those of the file.
  EXPECT_EQ(request.documents(0).text(), "\xEF\xBB\xBF# ノート\r\n");
  EXPECT_EQ(request.documents(1).title(), "named.txt");
  EXPECT_EQ(request.documents(1).pdf(), "%PDF-1.4 \xFF");
  ASSERT_EQ(request.images_size(), 1);
  EXPECT_EQ(request.images(0).data(), kPng);
}

TEST(DocumentFileTest, RefusesUnusableFilesAndNamesThem) {
  ScratchFolder folder;
  const std::vector<std::pair<std::string, std::string>> cases = {
      {folder.path() + "/missing.txt", "cannot be read"},
      {folder.path(), "is a folder"},
      {folder.Write("empty.txt", ""), "is empty"},
      {folder.Write("blank.txt", " \n\t"), "is empty"},
      {folder.Write("latin1.txt", "caf\xE9"), "is not UTF-8 text"},
      {folder.Write("program", std::string("a\0b", 3)), "is not UTF-8 text"},
      {folder.Write("large.txt", std::string((32u << 20) + 1, 'a')), "over 32 MiB"},
      {folder.Write("large.pdf", "%PDF-" + std::string(24u << 20, 'a')), "over 24 MiB"},
      {folder.Write("large.png", std::string(kPng) + std::string(24u << 20, 'a')), "the image"},
  };
  for (const auto& [path, expected] : cases) {
    v1::AnswerRequest request;
    const absl::Status status = AddDocumentFile(path, &request);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << path;
    EXPECT_THAT(std::string(status.message()), StartsWith(path + ": "));
    EXPECT_THAT(std::string(status.message()), HasSubstr(expected));
    EXPECT_EQ(request.ByteSizeLong(), 0u);
  }
}

TEST(DocumentFileTest, OmitsAnIdThatIsTooLong) {
  ScratchFolder folder;
  std::string path = folder.Write("a.txt", "text");
  while (path.size() <= 512) path.insert(path.rfind('/'), "/.");
  v1::AnswerRequest request;
  ASSERT_TRUE(AddDocumentFile(path, &request).ok());
  EXPECT_EQ(request.documents(0).id(), "");
  EXPECT_EQ(request.documents(0).title(), "a.txt");
}

}  // namespace
}  // namespace footnote::client
