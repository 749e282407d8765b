import { ConformanceError } from './conformance-error.ts';

/** Thrown if the run can prove nothing about a deployment. The message says why. */
export class NothingProven extends ConformanceError {
  override name = 'NothingProven';
  /** Set if a server error is the reason: the id of the failed request, which the server's log may contain. */
  failed?: string;
}
