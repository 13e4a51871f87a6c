#include "client/cli/arguments.h"

#include <CLI/CLI.hpp>
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
#include "client/cli/text/printable.h"
#include "client/cli/version.h"
#include "client/cpp/metadata.h"

namespace footnote::client {
namespace {

// A healthy answer may be as long as its model can speak, and its reader sees that it comes.
constexpr absl::Duration kStreamDeadline = absl::Minutes(10);

constexpr char kAbout[] =
    "Asks questions over your own documents and checks every citation of the answer.\n"
    "\n"
    "Talks to a Footnote server, which puts what a search found before a Claude model, verifies "
    "each\n"
    "citation against it, and maps it back to the exact bytes of your text.";

constexpr char kFooter[] =
    "Examples:\n"
    "  footnote ask --corpus docs/ \"How long is data kept?\"\n"
    "      Searches the text and Markdown files under docs/ and asks about the best passages.\n"
    "  my-search \"data retention\" | footnote ask --hits - \"How long is data kept?\"\n"
    "      Asks about what another search found: JSON, as described under `footnote ask --help`.\n"
    "  footnote ask --stream --corpus docs/ \"How long is data kept?\"\n"
    "      Prints the answer while it is made.\n"
    "  footnote ask --corpus docs/ --format json --strict \"...\" | jq .references\n"
    "  footnote preview --corpus docs/ --upstream-json \"...\"\n"
    "      Shows the request that would be sent to the model, and sends nothing.\n"
    "  footnote resolve --hits hits.json --message reply.json \"How long is data kept?\"\n"
    "      Checks the citations of a message that the Messages API has given already.\n"
    "\n"
    "Exit codes:\n"
    "  0    answered\n"
    "  1    the server answered with an error, or cannot be reached; with --stream maybe after a "
    "part of\n"
    "       the answer, which standard error then says\n"
    "  2    wrong flags, or an input file that cannot be read or is malformed\n"
    "  3    the answer is incomplete, or with --strict has a citation that is not verified\n"
    "  130  interrupted; the call is cancelled\n"
    "  141  nobody reads the output any more; the call is cancelled\n"
    "\n"
    "Environment:\n"
    "  FOOTNOTE_SERVER  the server, where --server is not given\n"
    "  NO_COLOR         if set, no colours\n"
    "\n"
    "Standard output holds the answer and nothing else; everything else goes to standard error.";

constexpr char kInputFooter[] =
    "The global options of `footnote --help` (--server, --deadline, --tls, --ca, ...) may stand "
    "here\n"
    "too.\n"
    "\n"
    "--corpus reads .txt, .text, .md, .markdown and .rst files, in UTF-8. Citations of them are "
    "shown\n"
    "with their byte range in the file.\n"
    "\n"
    "--hits reads one of these, as JSON:\n"
    "  - search_result blocks of the Messages API, or one of them:\n"
    "      [{\"type\": \"search_result\", \"source\": \"kb://1\", \"title\": \"Retention\",\n"
    "        \"content\": [{\"type\": \"text\", \"text\": \"Data is kept for 30 days.\"}],\n"
    "        \"citations\": {\"enabled\": true}}]\n"
    "    Where none has \"citations\", the model is asked to cite them all the same.\n"
    "  - footnote.v1.SearchResult messages, or one of them:\n"
    "      [{\"source\": \"kb://1\", \"title\": \"Retention\", \"text\": \"Data is kept for 30 "
    "days.\"}]\n"
    "  - a whole footnote.v1.AnswerRequest; QUESTION and flags win over what it says.\n"
    "An empty array is a search that found nothing.\n"
    "\n"
    "--format json prints Protobuf's JSON form, in which int64 numbers, such as block indexes\n"
    "and token counts, are strings.";

constexpr char kAskFooter[] =
    "--stream prints the answer while it is made: as text with marks like \u00b9 after what is "
    "cited, "
    "or with\n"
    "footnotes like [^1] in --format markdown. A mark names a reference; where several passages of "
    "one\n"
    "are cited, all of them are listed under its number, in the order in which they are cited.\n"
    "--format json prints a line for each event, a footnote.v1.AnswerEvent; the last one has the "
    "whole\n"
    "answer. Without --deadline a stream may take 10 minutes.\n"
    "\n";

constexpr char kResolveFooter[] =
    "--message reads the body of a response of the Messages API: a message in JSON, or the bytes "
    "of "
    "a\n"
    "stream of server-sent events. The hits must be those that were sent, in the same order. "
    "Nothing "
    "is\n"
    "sent to a model.\n"
    "\n";

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

void AddInputOptions(CLI::App* command, const std::string& own_footer, Flags* flags) {
  Arguments& arguments = flags->arguments;
  command->add_option("QUESTION", arguments.question,
                      "The question; - reads it from standard input");
  auto* corpus =
      command->add_option("--corpus", arguments.corpus, "Search this folder or text file")
          ->type_name("DIR");
  command
      ->add_option("--hits", arguments.hits_file,
                   "Take the hits from this JSON file; - reads them from standard input")
      ->type_name("FILE")
      ->excludes(corpus);
  command->add_option("--top", arguments.top, "With --corpus, ask about so many passages")
      ->check(CLI::Range(1, 1000))
      ->needs(corpus)
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--granularity", arguments.granularity,
                   "How much a citation quotes at least: whole, paragraph, item or sentence")
      ->type_name("WHAT")
      ->check(CLI::IsMember({"whole", "paragraph", "item", "sentence"}));
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
  const int inputs = (arguments.question == "-" ? 1 : 0) + (arguments.hits_file == "-" ? 1 : 0) +
                     (arguments.message_file == "-" ? 1 : 0);
  if (inputs > 1) {
    return absl::InvalidArgumentError(
        "only one of QUESTION, --hits and --message can be read from standard input");
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
  AddFormat(ask, {"text", "json", "markdown"}, &flags);
  ask->add_flag("--stream", flags.arguments.stream, "Print the answer while it is made");
  CLI::App* const resolve = app.add_subcommand(
      "resolve", "Prints the answer that a message of the Messages API holds, as `ask` does");
  AddInputOptions(resolve, kResolveFooter, &flags);
  AddFormat(resolve, {"text", "json", "markdown"}, &flags);
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
