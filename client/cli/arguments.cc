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

// A healthy answer may be as long as its model can speak, and its reader sees that it comes.
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
    // gRPC's keys are lower case on the wire.
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

// The flags as they stand, before what CLI11 cannot check.
struct Flags {
  Arguments arguments;
  std::optional<std::string> deadline;
  std::vector<std::string> metadata;
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
         "Give up after this long: 500ms, 90s, 1m30s. Default: 60s; 10m for `ask --stream`")
      ->type_name("DURATION");
  auto* tls = app->add_flag(
      "--tls", arguments.tls,
      "Encrypt the connection. Default: yes, except to loopback addresses and Unix sockets");
  app->add_flag("--plaintext", arguments.plaintext, "Do not encrypt the connection")->excludes(tls);
  app->add_option("--ca", arguments.ca_file, "Trust the authorities in this PEM file; needs TLS")
      ->type_name("FILE");
  app->add_option("--metadata", flags->metadata, "gRPC metadata to send; may be given repeatedly")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

// A --granularity, of hits or documents.
CLI::Validator GranularityCheck() {
  return CLI::IsMember({"whole", "paragraph", "item", "sentence"});
}

void AddInputOptions(CLI::App* command, const std::string& own_footer, Flags* flags) {
  Arguments& arguments = flags->arguments;
  command->add_option("QUESTION", arguments.question,
                      "The question; - reads it from standard input");
  auto* corpus =
      command->add_option("--corpus", arguments.corpus, "Search this folder or text file")
          ->type_name("DIR");
  command
      ->add_option("--hits", arguments.search_results_file,
                   "Take the hits from this JSON file; - reads them from standard input")
      ->type_name("FILE")
      ->excludes(corpus);
  command->add_option("--top", arguments.top, "With --corpus, ask about so many passages")
      ->check(CLI::Range(1, 1000))
      ->needs(corpus)
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--document", arguments.documents,
                   "Ask about this file: text, a PDF or a picture; may be given repeatedly")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command
      ->add_option("--document-url", arguments.document_urls,
                   "Ask about the PDF at this URL; may be given repeatedly")
      ->type_name("URL")
      ->allow_extra_args(false);
  command
      ->add_option("--document-file-id", arguments.document_file_ids,
                   "Ask about this file of the API's Files API; may be given repeatedly")
      ->type_name("ID")
      ->allow_extra_args(false);
  command
      ->add_option("--document-granularity", arguments.document_granularity,
                   "How much a citation of a text --document quotes at least; default: the API "
                   "decides")
      ->type_name("WHAT")
      ->check(GranularityCheck())
      ->needs("--document");
  command
      ->add_option("--history", arguments.history_file,
                   "Go on with the conversation in this JSON file")
      ->type_name("FILE");
  command->add_flag("--web-search", arguments.web_search,
                    "Let the model search the web by the API's own tool");
  command
      ->add_option("--granularity", arguments.granularity,
                   "How much a citation of a hit quotes at least: whole, paragraph, item or "
                   "sentence")
      ->type_name("WHAT")
      ->check(GranularityCheck());
  command
      ->add_option("--delivery", arguments.delivery,
                   "Where the hits stand in the request: top-level or tool-result")
      ->type_name("WHERE")
      ->check(CLI::IsMember({"top-level", "tool-result"}));
  command->add_option("--model", arguments.model, "The model; default: the server's");
  command->add_option("--max-tokens", arguments.max_tokens, "The most tokens to produce")
      ->type_name("N")
      ->check(CLI::Range(1, std::numeric_limits<int32_t>::max()));
  command->add_option("--system", arguments.system, "Instructions to the model")->type_name("TEXT");
  command->add_flag("--strict", arguments.strict, "Fail if a citation is not verified");
  command
      ->add_option("--min-coverage", arguments.min_coverage,
                   "Fail if less than this share of the answer is cited: 0 to 1")
      ->type_name("SHARE")
      ->check(CLI::Range(0.0, 1.0));
  command->add_flag("--no-citations", arguments.no_citations, "Do not ask the model to cite");
  command
      ->add_option("--max-attempts", arguments.max_attempts,
                   "Attempts on a model that fails, the first included")
      ->type_name("N")
      ->check(CLI::Range(1, 10));
  command->add_flag("--retry-possibly-billed", arguments.retry_possibly_billed,
                    "Try again also where the failed attempt may be billed");
  command
      ->add_option("--fallback-model", arguments.fallback_models,
                   "Ask this model if the one before refuses; may be given repeatedly")
      ->type_name("MODEL")
      ->allow_extra_args(false);
  command
      ->add_option(
          "--cache", arguments.cache,
          "Which beginnings of the request the API keeps: none, explicit (those that --hits "
          "marks) or auto")
      ->type_name("POLICY")
      ->check(CLI::IsMember({"none", "explicit", "auto"}));
  command
      ->add_option("--cache-ttl", arguments.cache_ttl, "With --cache auto, for how long: 5m or 1h")
      ->type_name("TIME")
      ->check(CLI::IsMember({"5m", "1h"}))
      ->needs("--cache");
  command->footer(own_footer + kInputFooter);
}

void AddFormat(CLI::App* command, const std::vector<std::string>& formats, Flags* flags) {
  command
      ->add_option("--format", flags->format, "What to print: " + CLI::detail::join(formats, ", "))
      ->type_name("FORMAT")
      ->check(CLI::IsMember(formats))
      ->capture_default_str();
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
  const int inputs = (arguments.question == "-" ? 1 : 0) +
                     (arguments.search_results_file == "-" ? 1 : 0) +
                     (arguments.message_file == "-" ? 1 : 0);
  if (inputs > 1) {
    return absl::InvalidArgumentError(
        "only one of QUESTION, --hits and --message can be read from standard input");
  }
  if (arguments.stream && arguments.format == Arguments::Format::kHtml) {
    return absl::InvalidArgumentError("--stream: a page cannot be shown while it is made");
  }
  if (arguments.min_coverage && std::isnan(*arguments.min_coverage)) {
    return absl::InvalidArgumentError("--min-coverage: is no number");
  }
  if (!arguments.cache_ttl.empty() && arguments.cache != "auto") {
    return absl::InvalidArgumentError("--cache-ttl: only for --cache auto");
  }
  if (arguments.server.empty()) return absl::InvalidArgumentError("--server: empty");
  return absl::OkStatus();
}

}  // namespace

ParsedArguments ParseArguments(int argc, const char* const* argv) {
  Flags flags;
  CLI::App app(kAbout, "footnote");
  app.set_version_flag("--version", absl::StrCat("footnote ", kVersion));
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.footer(kFooter);
  app.require_subcommand(0, 1);  // none is reported below, after unknown words
  app.fallthrough();
  app.get_formatter()->column_width(34);
  AddGlobalOptions(&app, &flags);
  CLI::App* const ask = app.add_subcommand("ask", "Asks a question and prints the answer");
  AddInputOptions(ask, kAskFooter, &flags);
  AddFormat(ask, {"text", "json", "markdown", "html"}, &flags);
  ask->add_flag("--stream", flags.arguments.stream, "Print the answer while it is made");
  ask->add_flag("--remember", flags.arguments.remember,
                "Add the question and its answer to the --history file, which may be missing yet")
      ->needs("--history");
  CLI::App* const resolve = app.add_subcommand(
      "resolve", "Prints the answer that a message of the Messages API holds, as `ask` does");
  AddInputOptions(resolve, kResolveFooter, &flags);
  AddFormat(resolve, {"text", "json", "markdown", "html"}, &flags);
  resolve
      ->add_option("--message", flags.arguments.message_file,
                   "The message, in JSON or server-sent events; - reads standard input")
      ->type_name("FILE")
      ->required();
  CLI::App* const preview =
      app.add_subcommand("preview", "Prints what `ask` would send to the model, and sends nothing");
  AddInputOptions(preview, "", &flags);
  AddFormat(preview, {"text", "json"}, &flags);
  preview->add_flag("--stream", flags.arguments.stream, "Show what `ask --stream` would send");
  preview->add_flag("--upstream-json", flags.arguments.upstream_json,
                    "Print the request's exact JSON and nothing else");

  ParsedArguments parsed;
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // help or version
    std::ostringstream out;
    app.exit(success, out, out);
    parsed.out = out.str();
    return parsed;
  } catch (const CLI::ParseError& error) {
    parsed.err = absl::StrCat("footnote: error: ", PrintableLine(error.what()),
                              "\nfootnote: hint: run with --help for the flags\n");
    parsed.exit_code = kExitUsage;
    return parsed;
  }
  flags.arguments.command = preview->parsed()   ? Arguments::Command::kPreview
                            : resolve->parsed() ? Arguments::Command::kResolve
                                                : Arguments::Command::kAsk;
  absl::Status status = Finish(&flags);
  if (!ask->parsed() && !resolve->parsed() && !preview->parsed()) {
    status =
        absl::InvalidArgumentError("name a command: ask, resolve or preview; --help explains them");
  }
  if (!status.ok()) {
    parsed.err = absl::StrCat("footnote: error: ", PrintableLine(status.message()), "\n");
    parsed.exit_code = kExitUsage;
    return parsed;
  }
  parsed.arguments = std::move(flags.arguments);
  return parsed;
}

}  // namespace footnote::client
