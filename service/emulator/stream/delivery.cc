// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/stream/delivery.h"

#include <algorithm>
#include <utility>

namespace footnote::emulator {
namespace {

using std::chrono::milliseconds;

milliseconds DelayBefore(size_t event, const Delivery& delivery) {
  milliseconds delay{0};
  if (event == 0) delay += delivery.body_delay;
  if (event > 0 && event % delivery.event_step == 0) delay += delivery.event_delay;
  if (event == delivery.pause_after) delay += delivery.pause;
  return delay;
}

std::vector<HttpPiece> PieceForEachEvent(const std::vector<size_t>& event_ends,
                                         const Delivery& delivery) {
  std::vector<HttpPiece> pieces;
  pieces.reserve(event_ends.size());
  for (size_t end : event_ends) pieces.push_back({end, DelayBefore(pieces.size(), delivery)});
  return pieces;
}

// A body with pings, and a piece for each event and each ping.
struct BodyWithPings {
  std::string bytes;
  std::vector<HttpPiece> pieces;
};

// Adds at most 100,000 pings, to limit the memory that a script can use.
BodyWithPings AddPings(std::string_view body, const std::vector<HttpPiece>& pieces,
                       std::string_view ping, milliseconds interval) {
  BodyWithPings with_pings;
  size_t left = 100'000;
  size_t start = 0;
  for (HttpPiece piece : pieces) {
    const bool is_first = start == 0;
    for (; !is_first && piece.delay > interval && left > 0; --left) {
      with_pings.bytes.append(ping);
      with_pings.pieces.push_back({with_pings.bytes.size(), interval});
      piece.delay -= interval;
    }
    with_pings.bytes.append(body.substr(start, piece.end - start));
    with_pings.pieces.push_back({with_pings.bytes.size(), piece.delay});
    start = piece.end;
  }
  return with_pings;
}

// Merges pieces that have no delay between them.
std::vector<HttpPiece> MergePieces(const std::vector<HttpPiece>& pieces) {
  std::vector<HttpPiece> merged;
  for (const HttpPiece& piece : pieces) {
    if (merged.empty() || piece.delay.count() > 0) {
      merged.push_back(piece);
    } else {
      merged.back().end = piece.end;
    }
  }
  return merged;
}

// Returns true if `byte` is the first byte of a multi-byte character of UTF-8.
bool IsMultiByteLead(char byte) { return static_cast<unsigned char>(byte) >= 0xC0; }

// Splits pieces at the offsets for which `splits_at(offset in the piece, offset in the body)`.
template <typename SplitsAt>
std::vector<HttpPiece> SplitPieces(const std::vector<HttpPiece>& pieces,
                                   const SplitsAt& splits_at) {
  std::vector<HttpPiece> parts;
  size_t start = 0;
  for (const HttpPiece& piece : pieces) {
    milliseconds delay = piece.delay;
    for (size_t at = start + 1; at < piece.end; ++at) {
      if (!splits_at(at - start, at)) continue;
      parts.push_back({at, delay});
      delay = milliseconds(0);
    }
    parts.push_back({piece.end, delay});
    start = piece.end;
  }
  return parts;
}

std::vector<HttpPiece> AsWrites(std::vector<HttpPiece> pieces, std::string_view body,
                                const Delivery& delivery) {
  switch (delivery.writes) {
    case Delivery::Writes::kEvents:
      break;
    case Delivery::Writes::kAll:
      pieces = MergePieces(pieces);
      break;
    case Delivery::Writes::kInside:
      pieces = SplitPieces(MergePieces(pieces),
                           [body](size_t, size_t at) { return IsMultiByteLead(body[at - 1]); });
      break;
    case Delivery::Writes::kBytes:
      pieces = SplitPieces(MergePieces(pieces), [&delivery](size_t in_piece, size_t) {
        return in_piece % delivery.write_size == 0;
      });
      break;
  }
  for (size_t i = 1; i < pieces.size(); ++i) {
    if (pieces[i].delay.count() == 0) pieces[i].delay = delivery.write_delay;
  }
  return pieces;
}

// Truncates the body and its pieces to `size` bytes.
void TruncateBody(size_t size, HttpReply* reply) {
  reply->body = std::make_shared<const std::string>(reply->body->substr(0, size));
  while (reply->pieces.size() > 1 && reply->pieces[reply->pieces.size() - 2].end >= size) {
    reply->pieces.pop_back();
  }
  reply->pieces.back().end = size;
}

}  // namespace

std::vector<size_t> Deliver(std::shared_ptr<const std::string> body,
                            const std::vector<size_t>& event_ends, std::string_view ping,
                            const Delivery& delivery, HttpReply* reply) {
  reply->body = std::move(body);
  std::vector<HttpPiece> pieces = PieceForEachEvent(event_ends, delivery);
  std::optional<size_t> cut = delivery.cut_after;
  const bool cuts_events =
      delivery.cut_events.has_value() && *delivery.cut_events <= event_ends.size();
  if (cuts_events) {
    pieces.resize(*delivery.cut_events);
    cut = pieces.empty() ? 0 : pieces.back().end;
  }
  if (delivery.pause_after >= pieces.size()) reply->end_delay = delivery.pause;
  if (delivery.ping_interval.count() > 0 && !ping.empty()) {
    BodyWithPings with_pings = AddPings(*reply->body, pieces, ping, delivery.ping_interval);
    if (cuts_events) {
      const size_t rest = *cut;
      cut = with_pings.bytes.size();
      with_pings.bytes.append(*reply->body, rest);
    }
    reply->body = std::make_shared<const std::string>(std::move(with_pings.bytes));
    pieces = std::move(with_pings.pieces);
  }
  std::vector<size_t> ends;
  ends.reserve(pieces.size());
  for (const HttpPiece& piece : pieces) ends.push_back(piece.end);
  // A reply that is cut before the first event still needs a piece.
  if (pieces.empty()) pieces.push_back({reply->body->size()});
  reply->pieces = AsWrites(std::move(pieces), *reply->body, delivery);
  if (!cut.has_value()) return ends;
  if (delivery.cut == Delivery::Cut::kEnd) {
    if (*cut < reply->body->size()) TruncateBody(*cut, reply);
  } else {
    reply->cut_after = cut;
    reply->reset = delivery.cut == Delivery::Cut::kReset;
  }
  return ends;
}

}  // namespace footnote::emulator
