import { showValue } from '../contract/describe-schema.ts';

/** Renders the `code` of a problem for a finding, or says that there is none. */
export function showCode(code: unknown): string {
  return code === undefined ? 'without `code`' : showValue(code);
}
