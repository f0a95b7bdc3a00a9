// A request whose answer is awaited on a socket: it is carried out on the thread that runs the
// session, while another one beside it tells how far it is, and ends the work when nobody wants the
// answer any more.
#pragma once

#include <jni.h>

#include <functional>
#include <utility>

#include "absl/status/statusor.h"
#include "control/reply_channel.h"
#include "control/request_handle.h"
#include "query/answer.h"
#include "wire/message.h"

namespace taproot {

class ReplySession {
 public:
  // Called on the thread of Run(), the others on any.
  struct Work {
    std::function<absl::StatusOr<Answer>(JNIEnv*, RequestHandle&)> answer;
    std::function<wire::Progress(const RequestHandle&)> look;  // without an estimate
    std::function<bool()> vm_is_ending;
  };

  ReplySession(ReplyChannel channel, Work work)
      : channel_(std::move(channel)), work_(std::move(work)) {}

  // Until the answer is sent or given up. What goes wrong is told to who asked, as far as that is
  // possible. To be called once.
  void Run(JNIEnv* jni) noexcept;

  ReplyChannel& channel() { return channel_; }  // while it does not run

 private:
  absl::StatusOr<Answer> AnswerUnderWatch(JNIEnv* jni);
  // On the thread beside it, until `over` can be read from.
  void Watch(int over);

  ReplyChannel channel_;
  const Work work_;
  RequestHandle handle_;
};

}  // namespace taproot
