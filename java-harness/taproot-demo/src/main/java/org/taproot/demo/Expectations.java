package org.taproot.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.taproot.Finding;
import org.taproot.LeakReport;
import org.taproot.Root;
import org.taproot.RootKind;
import org.taproot.RootPath;
import org.taproot.Verdict;

/** What Taproot must find in the demo, as the demo was built to leak. */
final class Expectations {
  private final LeakReport report;
  private final List<String> failures = new ArrayList<>();

  private Expectations(LeakReport report) {
    this.report = report;
  }

  /** What was found otherwise, in words; empty if all is as expected. */
  static List<String> failuresOf(LeakReport report, int leakedSessions) {
    Expectations expectations = new Expectations(report);
    expectations.leak("class loader of /shop", RootKind.THREAD_LOCAL, "com.acme.AuditContext", "CURRENT");
    for (int i = 1; i <= leakedSessions; i++) {
      expectations.leak(sessionName(i), RootKind.STATIC_FIELD, "com.acme.SessionRegistry", "active");
    }
    expectations.verdict(sessionName(0), Verdict.COLLECTED);
    return expectations.failures;
  }

  /** Customer 0 leaves properly. */
  static String userName(int customer) {
    return "customer-" + customer;
  }

  private static String sessionName(int customer) {
    return "session of " + userName(customer);
  }

  private void leak(String name, RootKind kind, String className, String field) {
    verdict(name, Verdict.STRONGLY_REACHABLE).flatMap(Finding::path).map(RootPath::root).ifPresentOrElse(
        root -> {
          if (root.kind() != kind || !isField(root, className, field)) {
            failures.add(name + " is held by " + root + ", not by " + className + "." + field);
          }
        },
        () -> failures.add(name + " has no path"));
  }

  private static boolean isField(Root root, String className, String field) {
    return root.className().equals(Optional.of(className)) && root.field().equals(Optional.of(field));
  }

  private Optional<Finding> verdict(String name, Verdict expected) {
    Optional<Finding> found = report.findings().stream().filter(finding -> finding.name().equals(name)).findFirst();
    String verdict = found.map(finding -> finding.verdict().toString()).orElse("not watched");
    if (!verdict.equals(expected.toString())) {
      failures.add(name + " is " + verdict + ", not " + expected);
    }
    return found;
  }
}
