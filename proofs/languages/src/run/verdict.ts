/** A tool's last output on one line, and its exit code, which is null when the tool did not run. */
export interface Verdict {
  exit: number | null;
  verdict: string;
}
