// A reply that is fed in pieces, split anywhere, gives the outcome of the whole; doomed() never lies.
#include <memory>
#include <string>

#include "support/setting.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay;
  if (size < 5) return 0;
  // Byte 0: the setting. Bytes 1 to 4: lengths of pieces, used in turn; 0 is an empty piece and then one of one byte.
  const fuzz::setting s = fuzz::setting_of(data[0]);
  const std::string_view reply{reinterpret_cast<const char*>(data) + 5, size - 5};
  reader r = fuzz::reader_with(s);
  bool doomed = false;
  for (std::size_t at = 0, turn = 0; at < reply.size(); ++turn) {
    std::size_t length = data[1 + turn % 4];
    if (length == 0) {
      r.feed({});
      length = 1;
    }
    const std::string_view piece = reply.substr(at, length);
    // A copy of exactly that size, so that the address sanitizer sees one byte too many.
    const std::unique_ptr<char[]> exact{new char[piece.size()]};
    piece.copy(exact.get(), piece.size());
    const bool says = r.feed({exact.get(), piece.size()}) == progress::doomed;
    fuzz::require(says == r.doomed(), "feed() and doomed() agree");
    fuzz::require(says || !doomed, "doomed once is doomed for good");
    doomed = says;
    at += piece.size();
  }
  const outcome fed = r.finish({finish::stop, false});
  if (doomed) fuzz::require(fed.kind != kind::accepted && fed.kind != kind::declined, "a doomed reply is not accepted");
  const outcome whole = fuzz::check_with(s, reply, {finish::stop, false});
  fuzz::require(to_json(fed) == to_json(whole), "pieces give the outcome of the whole");
  return 0;
}
