import { showValue } from '../../../src/contract/describe-schema.ts';
import type { Exchange } from '../../../src/http/exchange.ts';

/** Makes the part of a finding that says which response was expected and which came. */
export function refusedAlthough(
  expected: string,
  exchange: Exchange,
): { expected: string; received: string; exchanges: Exchange[] } {
  return { expected, received: `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`, exchanges: [exchange] };
}
