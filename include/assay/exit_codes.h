// The exit codes of the `assay` command: what scripts may rely on. The numbers are append-only.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace assay {

enum class exit_code : std::uint8_t {
  accepted = 0,
  internal_error = 1,
  not_accepted = 2,
  bad_contract = 3,
  usage = 4,
  unreadable = 5,
  provider = 6,
  declined = 7,
  check_failed = 8,
};

struct exit_code_meaning {
  exit_code code;
  std::string_view text;
};

// What each code means, in the words of --help and the docs.
inline constexpr std::array<exit_code_meaning, 9> exit_code_meanings{{
    {exit_code::accepted, "accepted"},
    {exit_code::internal_error, "internal error, or the answer could not be written"},
    {exit_code::not_accepted, "a reply was not accepted"},
    {exit_code::bad_contract, "the schema or contract is bad"},
    {exit_code::usage, "the command line is wrong"},
    {exit_code::unreadable, "an input could not be read"},
    {exit_code::provider, "the provider or the storage failed"},
    {exit_code::declined, "the model declined"},
    {exit_code::check_failed, "a check that you asked for failed"},
}};

// The worse of the codes of two inputs: unreadable, before not_accepted, before declined, before accepted. The other
// codes end a run at once, so they are worse than all of these.
constexpr exit_code worse(exit_code a, exit_code b) noexcept {
  constexpr std::array order{exit_code::accepted, exit_code::declined, exit_code::not_accepted, exit_code::unreadable};
  const auto rank = [&](exit_code c) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (order[i] == c) return i;
    }
    return order.size();
  };
  return rank(b) > rank(a) ? b : a;
}

}  // namespace assay
