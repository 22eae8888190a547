#include "assay/check.h"

#include "check/engine.h"

namespace assay {
namespace {

// Scratch memory (stacks, tapes) is kept for the next call on this thread; no answer depends on it.
engine& scratch() {
  thread_local engine e;
  return e;
}

outcome check_whole(std::string_view reply, const schema* s, const options& o, const facts& f) {
  engine& e = scratch();
  e.start(o, s, f.finish == finish::stopped);
  e.feed(reply);
  return e.finish(f);
}

}  // namespace

outcome check(std::string_view reply, const schema& s, const options& o, const facts& f) {
  return check_whole(reply, &s, o, f);
}

outcome check(std::string_view reply, const options& o, const facts& f) { return check_whole(reply, nullptr, o, f); }

struct reader::state {
  assay::options options;
  std::optional<assay::schema> schema;
  engine reading;

  void start() { reading.start(options, schema ? &*schema : nullptr, true); }
};

reader::reader(const options& o) : state_(std::make_unique<state>()) {
  state_->options = o;
  state_->start();
}

reader::reader(const schema& s, const options& o) : state_(std::make_unique<state>()) {
  state_->options = o;
  state_->schema = s;
  state_->start();
}

reader::reader(reader&&) noexcept = default;
reader& reader::operator=(reader&&) noexcept = default;
reader::~reader() = default;

progress reader::feed(std::string_view chunk) {
  state_->reading.feed(chunk);
  return doomed() ? progress::doomed : progress::open;
}

bool reader::doomed() const noexcept { return state_->reading.doomed(); }

outcome reader::finish(const facts& f) {
  outcome out = state_->reading.finish(f);
  state_->start();
  return out;
}

}  // namespace assay
