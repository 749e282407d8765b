/** Thrown where there is no report: the message is the sentence that the command prints before it exits 2. */
export class ConformanceError extends Error {
  override name = 'ConformanceError';
}
