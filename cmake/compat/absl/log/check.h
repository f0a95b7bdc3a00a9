// The part of absl/log/check.h that we use, for versions of Abseil from before January 2023.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace taproot::compat {

class CheckFailure {
 public:
  CheckFailure(const char* file, int line, const char* condition) {
    message_ << file << ':' << line << ": Check failed: " << condition << ' ';
  }
  CheckFailure(const CheckFailure&) = delete;
  CheckFailure& operator=(const CheckFailure&) = delete;
  [[noreturn]] ~CheckFailure() {
    std::fprintf(stderr, "%s\n", message_.str().c_str());
    std::abort();
  }
  std::ostream& stream() { return message_; }

 private:
  std::ostringstream message_;
};

// Binds looser than <<, so that the streamed message is complete before the temporary dies.
struct Voidify {
  void operator&&(const std::ostream&) const {}
};

}  // namespace taproot::compat

#define TAPROOT_COMPAT_CHECK(holds, text)   \
  (holds) ? (void)0                         \
          : ::taproot::compat::Voidify() && \
                ::taproot::compat::CheckFailure(__FILE__, __LINE__, text).stream()

#define CHECK(condition) TAPROOT_COMPAT_CHECK(condition, #condition)
#define CHECK_EQ(a, b) TAPROOT_COMPAT_CHECK((a) == (b), #a " == " #b)
#define CHECK_NE(a, b) TAPROOT_COMPAT_CHECK((a) != (b), #a " != " #b)
#define CHECK_LT(a, b) TAPROOT_COMPAT_CHECK((a) < (b), #a " < " #b)
#define CHECK_LE(a, b) TAPROOT_COMPAT_CHECK((a) <= (b), #a " <= " #b)
#define CHECK_GT(a, b) TAPROOT_COMPAT_CHECK((a) > (b), #a " > " #b)
#define CHECK_GE(a, b) TAPROOT_COMPAT_CHECK((a) >= (b), #a " >= " #b)
#define CHECK_OK(status) CHECK((status).ok())

#ifdef NDEBUG
#define DCHECK(condition) CHECK(true || (condition))
#define DCHECK_EQ(a, b) DCHECK((a) == (b))
#define DCHECK_NE(a, b) DCHECK((a) != (b))
#define DCHECK_LT(a, b) DCHECK((a) < (b))
#define DCHECK_LE(a, b) DCHECK((a) <= (b))
#define DCHECK_GT(a, b) DCHECK((a) > (b))
#define DCHECK_GE(a, b) DCHECK((a) >= (b))
#else
#define DCHECK(condition) CHECK(condition)
#define DCHECK_EQ(a, b) CHECK_EQ(a, b)
#define DCHECK_NE(a, b) CHECK_NE(a, b)
#define DCHECK_LT(a, b) CHECK_LT(a, b)
#define DCHECK_LE(a, b) CHECK_LE(a, b)
#define DCHECK_GT(a, b) CHECK_GT(a, b)
#define DCHECK_GE(a, b) CHECK_GE(a, b)
#endif
