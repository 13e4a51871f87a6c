// SPDX-License-Identifier: Apache-2.0
// A minimal reader of event streams for tests. It shares no code with the emulator or the service.
#ifndef FOOTNOTE_TESTS_EMULATOR_JOINED_STREAM_H_
#define FOOTNOTE_TESTS_EMULATOR_JOINED_STREAM_H_

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace footnote::emulator {

struct ReadEvent {
  std::string name;
  std::string data;
};

// Returns the lines of `body`, which end with LF, CRLF or CR. Text after the last line end is
// ignored.
inline std::vector<std::string> LinesOf(const std::string& body) {
  std::vector<std::string> lines(1);
  for (size_t i = 0; i < body.size(); ++i) {
    if (body[i] != '\n' && body[i] != '\r') {
      lines.back().push_back(body[i]);
      continue;
    }
    if (body[i] == '\r' && i + 1 < body.size() && body[i + 1] == '\n') ++i;
    lines.emplace_back();
  }
  lines.pop_back();
  return lines;
}

// Returns the events that have data, as specified in
// https://html.spec.whatwg.org/#parsing-an-event-stream.
inline std::vector<ReadEvent> ReadEvents(std::string body) {
  if (body.rfind("\xEF\xBB\xBF", 0) == 0) body.erase(0, 3);
  std::vector<ReadEvent> events;
  ReadEvent event;
  bool has_data = false;
  for (const std::string& line : LinesOf(body)) {
    if (line.empty()) {
      if (has_data) events.push_back(event);
      event = {};
      has_data = false;
      continue;
    }
    const size_t colon = line.find(':');
    const std::string field = line.substr(0, colon);
    std::string value = colon == std::string::npos ? "" : line.substr(colon + 1);
    if (!value.empty() && value[0] == ' ') value.erase(0, 1);
    if (field == "event") event.name = value;
    if (field == "data") {
      if (has_data) event.data.push_back('\n');
      event.data.append(value);
      has_data = true;
    }
  }
  return events;
}

// Combines the events to the message, which should be that of the reply without streaming.
inline nlohmann::json JoinMessage(const std::vector<ReadEvent>& events) {
  nlohmann::json message;
  std::map<int, std::string> inputs;
  for (const ReadEvent& event : events) {
    const nlohmann::json data = nlohmann::json::parse(event.data);
    const std::string type = data.at("type");
    if (type == "message_start") {
      message = data.at("message");
    } else if (type == "content_block_start") {
      nlohmann::json& content = message["content"];
      while (content.size() <= data.at("index").get<size_t>()) content.push_back(nullptr);
      content[data.at("index").get<size_t>()] = data.at("content_block");
    } else if (type == "content_block_delta") {
      nlohmann::json& block = message["content"][data.at("index").get<size_t>()];
      const nlohmann::json& delta = data.at("delta");
      const std::string kind = delta.at("type");
      for (const char* field : {"text", "thinking", "signature"}) {
        if (kind != std::string(field) + "_delta") continue;
        block[field] = block.at(field).get<std::string>() + delta.at(field).get<std::string>();
      }
      if (kind == "citations_delta") block["citations"].push_back(delta.at("citation"));
      if (kind == "input_json_delta") {
        inputs[data.at("index")] += delta.at("partial_json").get<std::string>();
      }
    } else if (type == "message_delta") {
      message.update(data.at("delta"));
      message["usage"].update(data.at("usage"));
    }
  }
  for (const auto& [index, input] : inputs) {
    if (!input.empty()) message["content"][index]["input"] = nlohmann::json::parse(input);
  }
  return message;
}

}  // namespace footnote::emulator

#endif  // FOOTNOTE_TESTS_EMULATOR_JOINED_STREAM_H_
