import type { Contract } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { describeHeader, headerSchemasOf, isHeaderOf } from '../../../src/contract/header-schemas.ts';
import { type Exchange, responseHeader, responseObject } from '../../../src/http/exchange.ts';
import type { Finding } from '../../../src/outcome/finding.ts';
import { broken } from '../../../src/outcome/make-finding.ts';
import { isRefused } from '../../play/exhaust-limit.ts';

/** Judges that a request over a limit is refused with 429 and Retry-After; that it is refused is for another to judge. */
export function judge429(contract: Contract, features: ReadonlySet<string>, over: Exchange): Finding[] {
  if (!isRefused(over)) return [];
  const after = over.answer && responseHeader(over.answer, 'retry-after');
  const code = over.answer && responseObject(over.answer)?.code;
  const right = over.answer?.status === 429 && (!features.has('problem-details') || code === 'rate_limited');
  const schemas = features.has('problem-details') ? headerSchemasOf(contract, 'Retry-After') : [];
  if (right && /^[1-9]\d*$/.test(after ?? '') && isHeaderOf(schemas, after ?? '')) return [];
  const received = `${over.answer?.status} ${showValue(code)}, Retry-After: ${after ?? 'absent'}`;
  const expected = `429 rate_limited with Retry-After in seconds${schemas.length > 0 ? `: ${describeHeader(schemas)}` : ''}`;
  return broken(contract, 'rate-limit-is-429', { expected, received, exchanges: [over] });
}
