/** Thrown if a run ends without a report. Its message is the sentence that the command prints before it exits with 2. */
export class ConformanceError extends Error {
  override name = 'ConformanceError';
}
