// SPDX-License-Identifier: Apache-2.0
// A value that must not be logged or displayed.
#ifndef FOOTNOTE_SERVICE_SECRET_H_
#define FOOTNOTE_SERVICE_SECRET_H_

#include <cstddef>
#include <ostream>
#include <string>
#include <utility>

namespace footnote {

// A credential. Its stream output is "[redacted]". Only Reveal returns the value, so that a search
// for Reveal finds all code that uses credentials. Overwritten when destroyed or assigned to.
class Secret {
 public:
  Secret() = default;
  explicit Secret(std::string value) : value_(std::move(value)) {}
  Secret(const Secret&) = default;
  Secret& operator=(const Secret& other) {
    if (this == &other) return *this;
    Overwrite();
    value_ = other.value_;
    return *this;
  }
  ~Secret() { Overwrite(); }

  const std::string& Reveal() const { return value_; }
  bool empty() const { return value_.empty(); }

  friend std::ostream& operator<<(std::ostream& out, const Secret&) { return out << "[redacted]"; }

 private:
  void Overwrite() {
    // volatile: the writes to memory that is about to be freed must not be optimized away.
    volatile char* p = value_.data();
    for (size_t i = 0; i < value_.size(); ++i) p[i] = 0;
  }

  std::string value_;
};

}  // namespace footnote

#endif  // FOOTNOTE_SERVICE_SECRET_H_
