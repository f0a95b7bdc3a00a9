package org.taproot;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every watched object and what became of it.
 *
 * @param vm the VM that was asked
 * @param capture how the answer was got; its pause is what the question cost the application
 * @param findings one for each watched object
 * @param notes what else there is to know
 */
public record LeakReport(VmInfo vm, CaptureInfo capture, List<Finding> findings, List<String> notes) {
  public LeakReport {
    findings = List.copyOf(findings);
    notes = List.copyOf(notes);
  }

  /** The findings that are leaks. */
  public List<Finding> leaks() {
    return findings.stream().filter(Finding::isLeak).toList();
  }

  /** Whether anything leaks. */
  public boolean hasLeaks() {
    return findings.stream().anyMatch(Finding::isLeak);
  }

  /** The leak traces, and then what else is watched. */
  @Override
  public String toString() {
    Stream<Finding> others = findings.stream().filter(finding -> !finding.isLeak());
    return Stream.of(
            Stream.of(findings.size() + " watched, " + leaks().size() + " leaking; " + capture),
            leaks().stream(),
            others,
            notes.stream())
        .flatMap(part -> part)
        .map(Object::toString)
        .collect(Collectors.joining("\n\n"));
  }
}
