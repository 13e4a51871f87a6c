// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/curl/certificate_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace footnote::upstream {
namespace {

using ::testing::HasSubstr;

std::string Pem(const std::string& der) {
  return absl::StrCat("-----BEGIN CERTIFICATE-----\n", absl::Base64Escape(der),
                      "\n-----END CERTIFICATE-----\n");
}

// Sequences with lengths in one, two and three bytes.
const char* const kShort =
    "\x30\x03"
    "abc";
std::string Long() { return absl::StrCat("\x30\x81\x80", std::string(0x80, 'x')); }
std::string Longer() { return absl::StrCat("\x30\x82\x01\x02", std::string(0x102, 'x')); }

TEST(HasCertificatesTest, CertificatesWithTextAroundThem) {
  EXPECT_TRUE(HasCertificates(Pem(kShort)));
  EXPECT_TRUE(HasCertificates(Pem(Long())));
  EXPECT_TRUE(
      HasCertificates(absl::StrCat("An authority\n", Pem(Longer()), "\nAnother\n", Pem(kShort))));
}

TEST(HasCertificatesTest, OtherTexts) {
  EXPECT_FALSE(HasCertificates(""));
  EXPECT_FALSE(HasCertificates("not a certificate"));
  EXPECT_FALSE(HasCertificates("-----BEGIN PRIVATE KEY-----\nMAMCAQA=\n-----END PRIVATE KEY-----"));
}

TEST(HasCertificatesTest, DamagedCertificates) {
  const std::string pem = Pem(Long());
  EXPECT_FALSE(HasCertificates(pem.substr(0, pem.size() / 2))) << "no end";
  EXPECT_FALSE(HasCertificates(Pem(Long().substr(0, 100)))) << "shorter than it says";
  EXPECT_FALSE(HasCertificates(Pem(absl::StrCat(kShort, "x")))) << "longer than it says";
  EXPECT_FALSE(HasCertificates(Pem("\x31\x01x"))) << "not a sequence";
  EXPECT_FALSE(HasCertificates(Pem("0"))) << "no length";
  EXPECT_FALSE(HasCertificates("-----BEGIN CERTIFICATE-----\n!!!\n-----END CERTIFICATE-----\n"))
      << "not Base64";
  EXPECT_FALSE(HasCertificates(absl::StrCat(Pem(kShort), Pem("junk")))) << "the second";
}

TEST(CheckCertificateFileTest, NamesTheFile) {
  const std::string path = testing::TempDir() + "/authorities.pem";
  std::ofstream(path) << "hello";
  const absl::Status status = CheckCertificateFile(path);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr(path));
  std::ofstream(path) << Pem(kShort);
  EXPECT_TRUE(CheckCertificateFile(path).ok());
  EXPECT_EQ(CheckCertificateFile(path + ".missing").code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(CheckCertificateFile(testing::TempDir()).code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace footnote::upstream
