import { ConformanceError } from './conformance-error.ts';

/** Thrown if a run cannot prove anything about a deployment. The message says why. */
export class NothingProven extends ConformanceError {
  override name = 'NothingProven';
  /** Set if a server error is the reason: the id of the failed request, which the server's log may contain too. */
  failed?: string;
}
