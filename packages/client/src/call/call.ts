import type { CheckedOptions } from '../options/read-options.ts';
import type { OperationId } from '../types.ts';

/** One call, the same over all its attempts, with the options of its client and its own. */
export interface Call extends CheckedOptions {
  id: string;
  operation: OperationId;
  fields: Record<string, unknown>;
  /** JSON of the fields. */
  body: string;
  /** Parts of the body that no error may repeat. */
  secrets: string[];
  idempotencyKey: string | undefined;
  /** True when sending again cannot do twice what should be done once. */
  isRepeatable: boolean;
  signal: AbortSignal | undefined;
}
