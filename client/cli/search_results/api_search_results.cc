// SPDX-License-Identifier: Apache-2.0
#include "client/cli/search_results/api_search_results.h"

#include <initializer_list>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/text/printable.h"

namespace footnote::client {
namespace {

using nlohmann::json;

// The `citations` of a block.
enum class Citations { kUnset, kOn, kOff };

// Reads one value and its members, and adds a line for every error with its path.
class Reader {
 public:
  explicit Reader(std::vector<std::string>* faults) : faults_(faults) {}

  Citations ReadSearchResult(const json& block, const std::string& path, v1::SearchResult* result) {
    if (!block.is_object()) {
      Fault(path, "not an object; each element is a search_result block");
      return Citations::kUnset;
    }
    if (!HasType(block, path, "search_result")) return Citations::kUnset;
    OnlyKeys(block, path, {"type", "source", "title", "content", "citations", "cache_control"});
    result->set_source(String(block, path, "source"));
    result->set_title(String(block, path, "title"));
    ReadContent(block, path, result);
    ReadCacheControl(block, path, result);
    return ReadCitations(block, path);
  }

  void Fault(const std::string& path, absl::string_view problem) {
    faults_->push_back(absl::StrCat(path, ": ", problem));
  }

 private:
  bool HasType(const json& block, const std::string& path, absl::string_view expected) {
    const auto type = block.find("type");
    if (type == block.end()) {
      Fault(path + ".type", absl::StrCat("missing; it is \"", expected, "\""));
      return false;
    }
    if (!type->is_string()) {
      Fault(path + ".type", absl::StrCat("not a string; it is \"", expected, "\""));
      return false;
    }
    const auto& name = type->get_ref<const std::string&>();
    if (absl::string_view(name) == expected) return true;
    Fault(path + ".type", absl::StrCat("\"", PrintableLine(name), "\" is not allowed here; only \"",
                                       expected, "\" is"));
    return false;
  }

  void OnlyKeys(const json& block, const std::string& path,
                std::initializer_list<absl::string_view> known) {
    for (const auto& item : block.items()) {
      bool found = false;
      for (const absl::string_view key : known) found |= key == absl::string_view(item.key());
      if (!found) {
        Fault(absl::StrCat(path, ".", PrintableLine(item.key())),
              "unknown; the API refuses it, so remove it");
      }
    }
  }

  std::string String(const json& block, const std::string& path, const char* key) {
    const auto value = block.find(key);
    const std::string member = absl::StrCat(path, ".", key);
    if (value == block.end()) {
      Fault(member, "missing");
    } else if (!value->is_string()) {
      Fault(member, absl::StrCat("not a string but ", value->type_name()));
    } else if (value->get_ref<const std::string&>().empty()) {
      Fault(member, "empty; the API requires text here");
    } else {
      return value->get<std::string>();
    }
    return "";
  }

  void ReadContent(const json& block, const std::string& path, v1::SearchResult* result) {
    const std::string member = path + ".content";
    const auto content = block.find("content");
    if (content == block.end()) return Fault(member, "missing");
    if (content->is_string()) {
      return Fault(member, R"(a string; write [{"type": "text", "text": ...}])");
    }
    if (!content->is_array()) {
      return Fault(member, absl::StrCat("not an array but ", content->type_name()));
    }
    if (content->empty()) {
      return Fault(member, "empty; a search result has at least one text block, so remove it");
    }
    for (size_t i = 0; i < content->size(); ++i) {
      const json& element = (*content)[i];
      const std::string at = absl::StrCat(member, "[", i, "]");
      if (!element.is_object()) {
        Fault(at, R"(not an object; write {"type": "text", "text": ...})");
      } else if (HasType(element, at, "text")) {
        OnlyKeys(element, at, {"type", "text", "citations"});
        if (element.contains("citations") && !element["citations"].empty()) {
          Fault(at + ".citations", "not allowed here; set it on the search_result");
        }
        result->mutable_blocks()->add_blocks()->set_text(String(element, at, "text"));
      }
    }
  }

  void ReadCacheControl(const json& block, const std::string& path, v1::SearchResult* result) {
    const auto control = block.find("cache_control");
    if (control == block.end() || control->is_null()) return;
    const std::string member = path + ".cache_control";
    if (!control->is_object()) {
      return Fault(member, R"(not an object; write {"type": "ephemeral"})");
    }
    if (!HasType(*control, member, "ephemeral")) return;
    OnlyKeys(*control, member, {"type", "ttl"});
    v1::CacheControl* const cache_control = result->mutable_cache_control();
    if (!control->contains("ttl")) return;
    if ((*control)["ttl"] == "5m") {
      cache_control->set_ttl(v1::CacheControl::TTL_5M);
    } else if ((*control)["ttl"] == "1h") {
      cache_control->set_ttl(v1::CacheControl::TTL_1H);
    } else {
      Fault(member + ".ttl", "neither \"5m\" nor \"1h\"");
    }
  }

  Citations ReadCitations(const json& block, const std::string& path) {
    const auto citations = block.find("citations");
    if (citations == block.end() || citations->is_null()) return Citations::kUnset;
    const std::string member = path + ".citations";
    if (!citations->is_object()) {
      Fault(member, R"(not an object; write {"enabled": true})");
      return Citations::kUnset;
    }
    OnlyKeys(*citations, member, {"enabled"});
    if (!citations->contains("enabled")) return Citations::kUnset;
    const json& enabled = (*citations)["enabled"];
    if (!enabled.is_boolean()) {
      Fault(member + ".enabled", "neither true nor false");
      return Citations::kUnset;
    }
    return enabled.get<bool>() ? Citations::kOn : Citations::kOff;
  }

  std::vector<std::string>* faults_;
};

}  // namespace

void ReadApiSearchResults(const json& blocks, v1::AnswerRequest* request,
                          std::vector<std::string>* faults) {
  Reader reader(faults);
  std::string first_on;      // the first block that turns citations on
  std::string first_not_on;  // the first block that does not
  bool is_off = false;
  for (size_t i = 0; i < blocks.size(); ++i) {
    const std::string path = absl::StrCat("[", i, "]");
    const Citations citations =
        reader.ReadSearchResult(blocks[i], path, request->add_search_results());
    std::string& first = citations == Citations::kOn ? first_on : first_not_on;
    if (first.empty()) first = path;
    is_off |= citations == Citations::kOff;
  }
  if (!first_on.empty() && !first_not_on.empty()) {
    reader.Fault(first_not_on + ".citations",
                 absl::StrCat("off here (the API's default) and on at ", first_on,
                              "; the API requires the same on every search_result"));
  }
  if (is_off) request->mutable_citation_options()->set_mode(v1::CitationOptions::MODE_OFF);
}

}  // namespace footnote::client
