// What would be left behind if the program ended this moment.
#pragma once

namespace taproot {

class Unfinished {
 public:
  // May be called again. Async-signal-safe.
  virtual void Remove() noexcept = 0;

 protected:
  Unfinished() = default;
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  ~Unfinished() = default;

  // Between the two RemoveUnfinished() knows of it, as far as there is room. A final class calls
  // the one at the end of its constructor and the other first in its destructor. From any thread.
  void Remember() noexcept;
  void Forget() noexcept;
};

// For a signal handler that ends the program at once; async-signal-safe.
void RemoveUnfinished() noexcept;

}  // namespace taproot
