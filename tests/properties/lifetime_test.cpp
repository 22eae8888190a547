// A view of a temporary does not compile.
#include <gtest/gtest.h>

#include <string_view>
#include <type_traits>
#include <utility>

#include "assay/check.h"

namespace assay::test {
namespace {

template <class T>
concept gives_root = requires(T&& t) { std::forward<T>(t).root(); };
template <class T>
concept gives_member = requires(T&& t) { std::forward<T>(t)[std::string_view{"a"}]; };
template <class T>
concept gives_text = requires(T&& t) { std::forward<T>(t).text(); };
template <class T>
concept gives_arrow = requires(T&& t) { std::forward<T>(t).operator->(); };
template <class T>
concept gives_value_root = requires(T&& t) { std::forward<T>(t).value.root(); };

// Beside each that must not compile stands the one that must, so that a mistake in the expression shows.
static_assert(gives_root<document&> && gives_root<const document&> && !gives_root<document>);
static_assert(gives_member<document&> && gives_member<const document&> && !gives_member<document>);
static_assert(gives_text<document&> && gives_text<const document&> && !gives_text<document>);
static_assert(gives_arrow<result<document>&> && gives_arrow<const result<document>&> && !gives_arrow<result<document>>);
static_assert(gives_value_root<outcome&> && !gives_value_root<outcome>);
static_assert(!std::is_copy_constructible_v<reader> && std::is_nothrow_move_constructible_v<reader>);

// A failure taken from a temporary is a value, not a reference into it.
static_assert(std::is_same_v<decltype(std::declval<result<document>>().error()), failure>);
static_assert(std::is_same_v<decltype(*std::declval<result<document>>()), document>);

TEST(Lifetime, AnOutcomeOwnsItsBytes) {
  outcome kept;
  {
    std::string reply = R"({"a": "long enough not to be a small string, surely"})";
    kept = check(reply);
    reply.assign(reply.size(), '!');
  }
  EXPECT_EQ(kept.value["a"].text(), "long enough not to be a small string, surely");
}

TEST(Lifetime, AnOutcomeOutlivesItsReaderAndTheNextReply) {
  outcome first;
  {
    reader r;
    r.feed(R"({"a": 1})");
    first = r.finish();
    r.feed(R"({"b": 22222})");
    const outcome second = r.finish();
    EXPECT_EQ(to_json(second.value["b"]), "22222");
  }
  EXPECT_EQ(to_json(first.value.root()), R"({"a":1})");
}

TEST(Lifetime, AMovedOutcomeKeepsItsValue) {
  outcome a = check(R"({"a": [1, 2]})");
  const node root = a.value.root();
  const outcome b = std::move(a);
  EXPECT_EQ(to_json(root), R"({"a":[1,2]})");  // the bytes did not move
  const outcome c = b;
  EXPECT_NE(c.value.text().data(), b.value.text().data());
  EXPECT_EQ(to_json(c.value.root()), to_json(b.value.root()));
}

}  // namespace
}  // namespace assay::test
