import { ConformanceError } from '../../outcome/conformance-error.ts';

/** A mistake on the command line: a sentence, exit 2. */
export class UsageError extends ConformanceError {
  override name = 'UsageError';
}
