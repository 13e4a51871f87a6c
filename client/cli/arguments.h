// SPDX-License-Identifier: Apache-2.0
// The command line of `footnote`.
#ifndef FOOTNOTE_CLIENT_CLI_ARGUMENTS_H_
#define FOOTNOTE_CLIENT_CLI_ARGUMENTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"

namespace footnote::client {

// The exit codes of the program.
inline constexpr int kExitOk = 0;
inline constexpr int kExitServerError = 1;  // the server returned an error or cannot be reached
inline constexpr int kExitUsage = 2;        // a wrong flag or input file
inline constexpr int kExitIncomplete = 3;   // see `footnote --help`
inline constexpr int kExitInterrupted = 130;
inline constexpr int kExitOutputClosed = 141;  // as a shell reports SIGPIPE

struct Arguments {
  enum class Command { kAsk, kResolve, kPreview };
  enum class Format { kText, kJson, kMarkdown, kHtml };

  // A model to use after a refusal. An empty route is the one of the first attempt.
  struct Fallback {
    std::string model;
    std::string route;
  };

  Command command = Command::kAsk;

  // The connection and the call.
  std::string server = "127.0.0.1:8080";
  absl::Duration deadline = absl::Seconds(60);  // without --deadline, 10 min for `ask --stream`
  bool tls = false;
  bool plaintext = false;
  std::string ca_file;
  std::vector<std::pair<std::string, std::string>> metadata;

  // The request. Empty or absent if the flag is not set.
  std::optional<std::string> question;  // "-" is standard input
  std::string corpus;
  std::string search_results_file;  // "-" is standard input
  int top = 8;
  std::vector<std::string> documents;  // files
  std::vector<std::string> document_urls;
  std::vector<std::string> document_file_ids;
  std::string history_file;
  bool web_search = false;
  std::string granularity;           // "whole", "paragraph", "item" or "sentence"
  std::string document_granularity;  // the same values
  std::string delivery;              // "top-level" or "tool-result"
  std::string model;
  std::string route;
  std::string request_id;
  std::optional<int32_t> max_tokens;
  std::string system;
  bool strict = false;
  std::optional<double> min_coverage;
  bool no_citations = false;
  std::string cache;      // "none", "explicit" or "auto"
  std::string cache_ttl;  // "5m" or "1h"
  std::optional<int32_t> max_attempts;
  std::vector<Fallback> fallbacks;
  bool retry_possibly_billed = false;
  std::string message_file;  // for kResolve; "-" is standard input

  // For kAsk: print the answer as it is generated. For kPreview: show the request of StreamAnswer.
  bool stream = false;

  // For kAsk: add the question and the answer to the history file.
  bool remember = false;

  // The output.
  Format format = Format::kText;
  bool upstream_json = false;  // for kPreview
};

// The arguments, or the output and exit code if there is nothing to run: help, version, an error.
struct ParsedArguments {
  std::optional<Arguments> arguments;
  int exit_code = kExitOk;
  std::string out;  // for standard output
  std::string err;  // for standard error
};

// Parses the command line. Flags that are not set are read from the environment.
ParsedArguments ParseArguments(int argc, const char* const* argv);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_ARGUMENTS_H_
