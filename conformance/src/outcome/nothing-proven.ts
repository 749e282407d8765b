import { ConformanceError } from './conformance-error.ts';

/** Thrown where nothing can be proven about a deployment; the message says why. */
export class NothingProven extends ConformanceError {
  override name = 'NothingProven';
  /** Set where a mistake of the server is the reason: the id of a request that it failed, which its log may name. */
  failed?: string;
}
