/** Thrown if a run ends without a report. The command prints the message and exits with code 2. */
export class ConformanceError extends Error {
  override name = 'ConformanceError';
}
