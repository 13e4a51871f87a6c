// SPDX-License-Identifier: Apache-2.0
#include "client/cli/arguments.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "client/cli/help.h"
#include "client/cli/text/printable.h"
#include "client/cli/version.h"
#include "client/cpp/metadata.h"

namespace footnote::client {
namespace {

// A streamed answer may be as long as the model's maximum output, and its reader sees the progress.
constexpr absl::Duration kStreamDeadline = absl::Minutes(10);

using StringPairs = std::vector<std::pair<std::string, std::string>>;

absl::StatusOr<absl::Duration> ParseDeadline(const std::string& text) {
  absl::Duration deadline;
  if (!absl::ParseDuration(text, &deadline) || deadline <= absl::ZeroDuration()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--deadline: \"", text, "\" is not a duration above zero, such as 500ms, 90s or 1m30s"));
  }
  return deadline;
}

absl::StatusOr<StringPairs> ParseMetadata(const std::vector<std::string>& items) {
  StringPairs metadata;
  for (const std::string& item : items) {
    const size_t equals = item.find('=');
    if (equals == std::string::npos) {
      return absl::InvalidArgumentError(
          absl::StrCat("--metadata: \"", item, "\" is not KEY=VALUE"));
    }
    // gRPC requires lower-case keys.
    const std::string key = absl::AsciiStrToLower(item.substr(0, equals));
    const std::string value = item.substr(equals + 1);
    if (!IsMetadataKey(key)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "--metadata: \"", key, "\" is not a key: letters, digits, _ - . and no leading grpc-"));
    }
    if (!IsMetadataValue(key, value)) {
      return absl::InvalidArgumentError(
          absl::StrCat("--metadata: the value of \"", key,
                       "\" must be printable ASCII, unless the key ends in -bin"));
    }
    metadata.emplace_back(key, value);
  }
  return metadata;
}

// The values of the flags, before the checks that CLI11 cannot do.
struct Flags {
  Arguments arguments;
  std::optional<std::string> deadline;
  std::vector<std::string> metadata;
  std::vector<std::string> fallbacks;
  std::string format = "text";
};

void AddGlobalOptions(CLI::App* app, Flags* flags) {
  Arguments& arguments = flags->arguments;
  app->add_option("--server", arguments.server, "The server's address")
      ->envname("FOOTNOTE_SERVER")
      ->type_name("HOST:PORT")
      ->capture_default_str();
  app->add_option(
         "--deadline", flags->deadline,
         "The deadline of the call: 500ms, 90s, 1m30s. Default: 60s; 10m for `ask --stream`")
      ->type_name("DURATION");
  auto* tls = app->add_flag(
      "--tls", arguments.tls,
      "Encrypt the connection. Default: yes, except to loopback addresses and Unix sockets");
  app->add_flag("--plaintext", arguments.plaintext, "Do not encrypt the connection")->excludes(tls);
  app->add_option("--ca", arguments.ca_file,
                  "Trust the certificate authorities in this PEM file; requires TLS")
      ->type_name("FILE");
  app->add_option("--metadata", flags->metadata, "gRPC metadata to send; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

// Accepts the values of --granularity and --document-granularity.
CLI::Validator GranularityCheck() {
  return CLI::IsMember({"whole", "paragraph", "item", "sentence"});
}

void AddSearchOptions(CLI::App* command, Arguments* arguments) {
  command->add_option("QUESTION", arguments->question,
                      "The question; - reads it from standard input");
  auto* corpus =
      command->add_option("--corpus", arguments->corpus, "Search this folder or text file")
          ->type_name("DIR");
  command
      ->add_option("--search-results", arguments->search_results_file,
                   "Read the search results from this JSON file; - reads standard input")
      ->type_name("FILE")
      ->excludes(corpus);
  command
      ->add_option("--top", arguments->top, "The maximum number of passages to send, with --corpus")
      ->check(CLI::Range(1, 1000))
      ->needs(corpus)
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--granularity", arguments->granularity,
                   "The smallest part of a search result that a citation can quote: whole, "
                   "paragraph, item or sentence")
      ->type_name("UNIT")
      ->check(GranularityCheck());
  command
      ->add_option("--delivery", arguments->delivery,
                   "Where the request has the search results: top-level or tool-result")
      ->type_name("WHERE")
      ->check(CLI::IsMember({"top-level", "tool-result"}));
}

void AddDocumentOptions(CLI::App* command, Arguments* arguments) {
  command
      ->add_option("--document", arguments->documents,
                   "Answer from this file: text, a PDF or an image; repeatable")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command
      ->add_option("--document-url", arguments->document_urls,
                   "Answer from the PDF at this URL; repeatable")
      ->type_name("URL")
      ->allow_extra_args(false);
  command
      ->add_option("--document-file-id", arguments->document_file_ids,
                   "Answer from this file of the API's Files API; repeatable")
      ->type_name("ID")
      ->allow_extra_args(false);
  command
      ->add_option("--document-granularity", arguments->document_granularity,
                   "The same as --granularity for a text --document; default: the API splits it")
      ->type_name("UNIT")
      ->check(GranularityCheck())
      ->needs("--document");
  command
      ->add_option("--history", arguments->history_file,
                   "Continue the conversation in this JSON file")
      ->type_name("FILE");
  command->add_flag("--web-search", arguments->web_search,
                    "Let the model use the API's web search");
}

void AddModelOptions(CLI::App* command, Arguments* arguments) {
  command->add_option("--model", arguments->model, "The model; default: the server's");
  command
      ->add_option("--route", arguments->route,
                   "The route of the server's configuration; default: the first")
      ->type_name("NAME");
  command->add_option("--max-tokens", arguments->max_tokens, "The maximum number of output tokens")
      ->type_name("N")
      ->check(CLI::Range(1, std::numeric_limits<int32_t>::max()));
  command->add_option("--system", arguments->system, "Instructions to the model")
      ->type_name("TEXT");
  command->add_flag("--strict", arguments->strict, "Fail if a citation is not verified");
  command
      ->add_option("--min-coverage", arguments->min_coverage,
                   "Fail if the coverage of the answer is lower: 0 to 1")
      ->type_name("SHARE")
      ->check(CLI::Range(0.0, 1.0));
  command->add_flag("--no-citations", arguments->no_citations, "Do not request citations");
}

void AddCallOptions(CLI::App* command, Flags* flags) {
  Arguments& arguments = flags->arguments;
  command
      ->add_option("--request-id", arguments.request_id,
                   "An id of this request for the server's logs and error details")
      ->type_name("ID");
  command
      ->add_option("--max-attempts", arguments.max_attempts,
                   "The maximum number of attempts for one model, including the first")
      ->type_name("N")
      ->check(CLI::Range(1, 10));
  command->add_flag("--retry-possibly-billed", arguments.retry_possibly_billed,
                    "Also retry if the failed attempt may be billed");
  command
      ->add_option("--fallback", flags->fallbacks,
                   "Use this model if the previous one refuses; repeatable")
      ->type_name("MODEL[@ROUTE]")
      ->allow_extra_args(false);
  command
      ->add_option("--cache", arguments.cache,
                   "Which prefixes of the request the API caches: none, explicit (the cache "
                   "breakpoints of --search-results) or auto")
      ->type_name("POLICY")
      ->check(CLI::IsMember({"none", "explicit", "auto"}));
  command
      ->add_option("--cache-ttl", arguments.cache_ttl,
                   "The time to live of the cache, with --cache auto: 5m or 1h")
      ->type_name("TIME")
      ->check(CLI::IsMember({"5m", "1h"}))
      ->needs("--cache");
}

void AddInputOptions(CLI::App* command, const std::string& own_footer, Flags* flags) {
  AddSearchOptions(command, &flags->arguments);
  AddDocumentOptions(command, &flags->arguments);
  AddModelOptions(command, &flags->arguments);
  AddCallOptions(command, flags);
  command->footer(own_footer + kInputFooter);
}

void AddFormat(CLI::App* command, const std::vector<std::string>& formats, Flags* flags) {
  command
      ->add_option("--format", flags->format,
                   "The output format: " + CLI::detail::join(formats, ", "))
      ->type_name("FORMAT")
      ->check(CLI::IsMember(formats))
      ->capture_default_str();
}

// Parses "MODEL", "MODEL@ROUTE" or "MODEL@", where MODEL may contain an @ before the last one.
absl::StatusOr<Arguments::Fallback> ParseFallback(const std::string& text) {
  const size_t at = text.rfind('@');
  Arguments::Fallback fallback;
  fallback.model = text.substr(0, at);
  if (at != std::string::npos) fallback.route = text.substr(at + 1);
  if (!fallback.model.empty()) return fallback;
  return absl::InvalidArgumentError(
      absl::StrCat("--fallback: \"", text, "\" is not MODEL or MODEL@ROUTE"));
}

absl::Status Finish(Flags* flags) {
  static const auto* const kFormats = new std::map<std::string, Arguments::Format>{
      {"text", Arguments::Format::kText},
      {"json", Arguments::Format::kJson},
      {"markdown", Arguments::Format::kMarkdown},
      {"html", Arguments::Format::kHtml},
  };
  Arguments& arguments = flags->arguments;
  arguments.format = kFormats->at(flags->format);
  if (flags->deadline) {
    absl::StatusOr<absl::Duration> deadline = ParseDeadline(*flags->deadline);
    if (!deadline.ok()) return deadline.status();
    arguments.deadline = *deadline;
  } else if (arguments.command == Arguments::Command::kAsk && arguments.stream) {
    arguments.deadline = kStreamDeadline;
  }
  absl::StatusOr<StringPairs> metadata = ParseMetadata(flags->metadata);
  if (!metadata.ok()) return metadata.status();
  arguments.metadata = *std::move(metadata);
  for (const std::string& text : flags->fallbacks) {
    absl::StatusOr<Arguments::Fallback> fallback = ParseFallback(text);
    if (!fallback.ok()) return fallback.status();
    arguments.fallbacks.push_back(*std::move(fallback));
  }
  const int inputs = (arguments.question == "-" ? 1 : 0) +
                     (arguments.search_results_file == "-" ? 1 : 0) +
                     (arguments.message_file == "-" ? 1 : 0);
  if (inputs > 1) {
    return absl::InvalidArgumentError(
        "only one of QUESTION, --search-results and --message can be read from standard input");
  }
  if (arguments.stream && arguments.format == Arguments::Format::kHtml) {
    return absl::InvalidArgumentError("--stream: not available with --format html");
  }
  if (arguments.min_coverage && std::isnan(*arguments.min_coverage)) {
    return absl::InvalidArgumentError("--min-coverage: is not a number");
  }
  if (!arguments.cache_ttl.empty() && arguments.cache != "auto") {
    return absl::InvalidArgumentError("--cache-ttl: only valid with --cache auto");
  }
  if (arguments.server.empty()) return absl::InvalidArgumentError("--server: must not be empty");
  return absl::OkStatus();
}

// The three commands.
struct Commands {
  CLI::App* ask;
  CLI::App* resolve;
  CLI::App* preview;
};

Commands AddCommands(CLI::App* app, Flags* flags) {
  Commands commands{};
  commands.ask = app->add_subcommand("ask", "Asks a question and prints the answer");
  AddInputOptions(commands.ask, kAskFooter, flags);
  AddFormat(commands.ask, {"text", "json", "markdown", "html"}, flags);
  commands.ask->add_flag("--stream", flags->arguments.stream,
                         "Print the answer as it is generated");
  commands.ask
      ->add_flag("--remember", flags->arguments.remember,
                 "Add the question and its answer to the --history file; creates it if needed")
      ->needs("--history");
  commands.resolve = app->add_subcommand(
      "resolve", "Prints the answer in a response of the Messages API, like `ask`");
  AddInputOptions(commands.resolve, kResolveFooter, flags);
  AddFormat(commands.resolve, {"text", "json", "markdown", "html"}, flags);
  commands.resolve
      ->add_option("--message", flags->arguments.message_file,
                   "The message, in JSON or server-sent events; - reads standard input")
      ->type_name("FILE")
      ->required();
  commands.preview = app->add_subcommand(
      "preview", "Prints the request that `ask` would send to the model, without sending it");
  AddInputOptions(commands.preview, "", flags);
  AddFormat(commands.preview, {"text", "json"}, flags);
  commands.preview->add_flag("--stream", flags->arguments.stream,
                             "Show the request of `ask --stream`");
  commands.preview->add_flag("--upstream-json", flags->arguments.upstream_json,
                             "Print only the exact JSON of the request");
  return commands;
}

ParsedArguments UsageError(const std::string& text) {
  ParsedArguments parsed;
  parsed.err = absl::StrCat("footnote: error: ", text, "\n");
  parsed.exit_code = kExitUsage;
  return parsed;
}

}  // namespace

ParsedArguments ParseArguments(int argc, const char* const* argv) {
  Flags flags;
  CLI::App app(kAbout, "footnote");
  app.set_version_flag("--version", absl::StrCat("footnote ", kVersion));
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.footer(kFooter);
  app.require_subcommand(0, 1);  // a missing command is reported below, after unknown words
  app.fallthrough();
  app.get_formatter()->column_width(34);
  AddGlobalOptions(&app, &flags);
  const Commands commands = AddCommands(&app, &flags);

  ParsedArguments parsed;
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // help or version
    std::ostringstream out;
    app.exit(success, out, out);
    parsed.out = out.str();
    return parsed;
  } catch (const CLI::ParseError& error) {
    return UsageError(absl::StrCat(PrintableLine(error.what()),
                                   "\nfootnote: hint: run with --help for the flags"));
  }
  flags.arguments.command = commands.preview->parsed()   ? Arguments::Command::kPreview
                            : commands.resolve->parsed() ? Arguments::Command::kResolve
                                                         : Arguments::Command::kAsk;
  absl::Status status = Finish(&flags);
  if (app.get_subcommands().empty()) {
    status =
        absl::InvalidArgumentError("name a command: ask, resolve or preview; --help explains them");
  }
  if (!status.ok()) return UsageError(PrintableLine(status.message()));
  parsed.arguments = std::move(flags.arguments);
  return parsed;
}

}  // namespace footnote::client
