// What the command line says.
#ifndef FOOTNOTE_CLIENT_CLI_ARGUMENTS_H_
#define FOOTNOTE_CLIENT_CLI_ARGUMENTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"

namespace footnote::client {

// The program's exit codes. 130 after Ctrl-C.
inline constexpr int kExitOk = 0;
inline constexpr int kExitServerError = 1;  // the server says no, or cannot be reached
inline constexpr int kExitUsage = 2;        // a wrong flag or input file
inline constexpr int kExitIncomplete = 3;   // a cut-off answer, or with --strict a wrong citation
inline constexpr int kExitInterrupted = 130;
inline constexpr int kExitOutputClosed = 141;  // as a shell shows a death by SIGPIPE

struct Arguments {
  enum class Command { kAsk, kResolve, kPreview };
  enum class Format { kText, kJson, kMarkdown, kHtml };

  Command command = Command::kAsk;

  // How to reach the server.
  std::string server = "127.0.0.1:8080";
  absl::Duration deadline = absl::Seconds(60);  // without --deadline, 10 min for `ask --stream`
  bool tls = false;
  bool plaintext = false;
  std::string ca_file;
  std::vector<std::pair<std::string, std::string>> metadata;

  // What to send. Empty or absent: not said.
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
  std::string document_granularity;  // the same
  std::string delivery;              // "top-level" or "tool-result"
  std::string model;
  std::optional<int32_t> max_tokens;
  std::string system;
  bool strict = false;
  std::optional<double> min_coverage;
  bool no_citations = false;
  std::string cache;      // "none", "explicit" or "auto"
  std::string cache_ttl;  // "5m" or "1h"
  std::optional<int32_t> max_attempts;
  std::vector<std::string> fallback_models;
  bool retry_possibly_billed = false;
  std::string message_file;  // of kResolve; "-" is standard input

  // Whether the answer is to come while it is made; of kPreview, whether to show that request.
  bool stream = false;

  // Of kAsk: whether the exchange is added to the history file.
  bool remember = false;

  // What to print.
  Format format = Format::kText;
  bool upstream_json = false;  // of kPreview
};

// Arguments, or what to print and exit with where there is nothing to run: help, version, a
// mistake.
struct ParsedArguments {
  std::optional<Arguments> arguments;
  int exit_code = kExitOk;
  std::string out;  // for standard output
  std::string err;  // for standard error
};

// Reads the command line and, where a flag is not given, the environment.
ParsedArguments ParseArguments(int argc, const char* const* argv);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_ARGUMENTS_H_
