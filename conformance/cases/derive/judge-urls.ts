import { type Contract, operationById, requirementById } from '../../src/contract/contract.ts';
import { showValue } from '../../src/contract/describe-schema.ts';
import { isSuccess } from '../../src/http/exchange.ts';
import type { Finding } from '../../src/outcome/finding.ts';
import { broken } from '../../src/outcome/make-finding.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { firstWrong } from '../play/first-wrong.ts';
import { judgeRefusedValue } from './judge-refused-value.ts';

/** The rules for a URL that the contract states as a fact (`x-url`). */
export interface UrlRules {
  schemes: string[];
  ports?: number[];
}

/** Returns the rules for callbackUrl. */
export function callbackRules(contract: Contract): UrlRules {
  return operationById(contract, 'createPayment').request.properties?.callbackUrl?.['x-url'] as UrlRules;
}

/** Judges that create refuses each URL as callbackUrl. @param code of the item that names the field, where only one is right */
export function judgeRefusedUrls(
  contract: Contract,
  subject: Subject,
  features: ReadonlySet<string>,
  { requirement, urls, code }: { requirement: string; urls: readonly string[]; code?: string },
): Promise<Finding[]> {
  return firstWrong(urls, async (url) => {
    const exchange = await subject.create({ ...subject.createBody, callbackUrl: url });
    const difference = `callbackUrl: absent → ${url}`;
    const about = { requirement, member: 'callbackUrl', difference, ...(code !== undefined && { code }) };
    return judgeRefusedValue(contract, operationById(contract, 'createPayment'), features, about, exchange);
  });
}

/** Judges that create accepts each URL as callbackUrl. */
export function judgeAcceptedUrls(
  contract: Contract,
  subject: Subject,
  requirement: string,
  urls: readonly string[],
): Promise<Finding[]> {
  const { pointer } = requirementById(contract, requirement);
  return firstWrong(urls, async (url) => {
    const exchange = await subject.create({ ...subject.createBody, callbackUrl: url });
    if (exchange.answer && isSuccess(exchange.answer)) return [];
    return broken(contract, requirement, {
      member: 'callbackUrl',
      pointer,
      difference: `callbackUrl: absent → ${url}`,
      expected: 'a success',
      received: `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`,
      exchanges: [exchange],
    });
  });
}
