// Which model to ask next.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_RETRY_FALLBACK_CHAIN_H_
#define FOOTNOTE_SERVICE_UPSTREAM_RETRY_FALLBACK_CHAIN_H_

#include <cstddef>
#include <string>
#include <vector>

namespace footnote::upstream {

// The models of one call: the asked one, then those that stand in for it when it refuses. Only a
// refusal goes on to the next; errors stay with the model they came from.
class FallbackChain {
 public:
  FallbackChain(std::string model, std::vector<std::string> fallbacks);

  const std::string& model() const { return models_[current_]; }
  bool is_fallback() const { return current_ > 0; }
  bool has_next() const { return current_ + 1 < models_.size(); }

  // Goes on to the next model; false if there is none, and nothing changes.
  bool Advance();

 private:
  std::vector<std::string> models_;  // never empty
  size_t current_ = 0;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_RETRY_FALLBACK_CHAIN_H_
