// SPDX-License-Identifier: Apache-2.0
#include "service/log.h"

#include <google/protobuf/stubs/logging.h>
#include <grpc/support/log.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "service/log_limiter.h"
#include "service/messages/json/json_writer.h"

namespace footnote {
namespace {

using Fields = std::initializer_list<std::pair<absl::string_view, absl::string_view>>;

spdlog::logger& Logger() {
  static spdlog::logger& logger = *[] {
    auto* made = new spdlog::logger("footnote", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    // The message is a sequence of JSON members.
    made->set_pattern(R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})",
                      spdlog::pattern_time_type::utc);
    made->flush_on(spdlog::level::info);
    return made;
  }();
  return logger;
}

void Log(spdlog::level::level_enum level, absl::string_view event, Fields fields) {
  std::string members;
  messages::JsonWriter json(&members);
  json.Raw(R"("event":)");
  json.String(event);
  for (const auto& [name, value] : fields) {
    json.Raw(",");
    json.String(name);
    json.Raw(":");
    json.String(value);
  }
  Logger().log(level, "{}", members);
}

LogLimiter& Limiter() {
  static LogLimiter& limiter = *new LogLimiter(kMaxLinesPerSecond, &absl::Now);
  return limiter;
}

void LogCounts(const LogLimiter::Suppressed& suppressed) {
  for (const auto& [key, count] : suppressed) {
    const std::pair<absl::string_view, absl::string_view> names = absl::StrSplit(key, ' ');
    Log(spdlog::level::err, "log_suppressed",
        {{"of", names.first}, {"reason", names.second}, {"suppressed", absl::StrCat(count)}});
  }
}

}  // namespace

void RouteLibraryLogs() {
  google::protobuf::SetLogHandler([](google::protobuf::LogLevel level, const char* /*file*/,
                                     int /*line*/, const std::string& message) {
    // Its errors concern callers' requests, and the callers receive them.
    if (level < google::protobuf::LOGLEVEL_FATAL) return;
    Log(spdlog::level::warn, "protobuf", {{"message", message}});
  });
  gpr_set_log_function([](gpr_log_func_args* args) {
    if (args->severity < GPR_LOG_SEVERITY_ERROR) return;
    Log(spdlog::level::warn, "grpc", {{"message", args->message}});
  });
}

void LogInfo(absl::string_view event, Fields fields) { Log(spdlog::level::info, event, fields); }

void LogErrorLimited(absl::string_view event, absl::string_view reason, Fields fields) {
  LogLimiter::Suppressed suppressed;
  const bool is_admitted = Limiter().Admit(absl::StrCat(event, " ", reason), &suppressed);
  LogCounts(suppressed);
  if (is_admitted) LogError(event, fields);
}

void LogSuppressed() { LogCounts(Limiter().TakeAll()); }

void LogError(absl::string_view event, Fields fields) { Log(spdlog::level::err, event, fields); }

}  // namespace footnote
