// SPDX-License-Identifier: Apache-2.0
#include "service/messages/stream/usage_tally.h"

#include <cstdint>

namespace footnote::messages {
namespace {

bool IsZero(const std::optional<int64_t>& count) { return count.value_or(0) == 0; }

bool HasTokens(const Usage& usage) {
  return !IsZero(usage.input_tokens) || !IsZero(usage.output_tokens) ||
         !IsZero(usage.cache_creation_input_tokens) || !IsZero(usage.cache_read_input_tokens);
}

template <typename T>
void Overwrite(const std::optional<T>& value, std::optional<T>& target) {
  if (value) target = value;
}

}  // namespace

void UsageTally::Start(const Usage& usage) {
  Usage start;
  if (HasTokens(usage)) {
    start = usage;
    start.output_tokens.reset();
  } else if (usage.service_tier) {
    start.service_tier = usage.service_tier;
  } else {
    return;
  }
  Update(start);
}

void UsageTally::Update(const Usage& usage) {
  if (!total_) total_.emplace();
  Overwrite(usage.input_tokens, total_->input_tokens);
  Overwrite(usage.output_tokens, total_->output_tokens);
  Overwrite(usage.cache_creation_input_tokens, total_->cache_creation_input_tokens);
  Overwrite(usage.cache_read_input_tokens, total_->cache_read_input_tokens);
  Overwrite(usage.ephemeral_5m_input_tokens, total_->ephemeral_5m_input_tokens);
  Overwrite(usage.ephemeral_1h_input_tokens, total_->ephemeral_1h_input_tokens);
  Overwrite(usage.thinking_tokens, total_->thinking_tokens);
  Overwrite(usage.web_search_requests, total_->web_search_requests);
  Overwrite(usage.service_tier, total_->service_tier);
}

}  // namespace footnote::messages
