/** The last words of a tool in one line, and its exit code; null when it did not run. */
export interface Verdict {
  exit: number | null;
  verdict: string;
}
