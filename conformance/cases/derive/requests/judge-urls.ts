import type { Case } from '../../../src/case/case.ts';
import { type Contract, operationById, requirementById, requirementsOf } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { isSuccess } from '../../../src/http/exchange.ts';
import type { Finding } from '../../../src/outcome/finding.ts';
import { broken } from '../../../src/outcome/make-finding.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { firstWrong } from '../../play/first-wrong.ts';
import { judgeRefusedValue } from './judge-refused-value.ts';
import type { UrlRule } from './refused-urls.ts';

/** A create property whose URL must lead to a public host, with the requirements of its host and of its form. */
export interface PublicUrl {
  field: string;
  rules: UrlRule;
  ofHost: string;
  ofForm: string;
}

/** Finds the create property whose `x-url` demands a public host; undefined if the contract has none. */
export function publicUrl(contract: Contract): PublicUrl | undefined {
  const { request } = operationById(contract, 'createPayment');
  for (const [field, schema] of Object.entries(request.properties ?? {})) {
    const rules = schema['x-url'] as UrlRule | undefined;
    const stated = requirementsOf(contract, schema).filter(({ keywords, support }) => !keywords && support === 'extended');
    const ofHost = stated.find(({ text }) => text.includes('localhost'));
    const ofForm = stated.find(({ text }) => text.includes('https'));
    if (rules?.hosts === 'public' && ofHost && ofForm) return { field, rules, ofHost: ofHost.id, ofForm: ofForm.id };
  }
  return undefined;
}

/** Checks that create refuses each URL in a field. @param code the item code for the field, if only one is right */
export function judgeRefusedUrls(
  contract: Contract,
  subject: Subject,
  features: ReadonlySet<string>,
  { field, requirement, urls, code }: { field: string; requirement: string; urls: readonly string[]; code?: string },
): Promise<Finding[]> {
  return firstWrong(urls, async (url) => {
    const exchange = await subject.create({ ...subject.createBody, [field]: url });
    const difference = `${field}: absent → ${url}`;
    const about = { requirement, member: field, difference, ...(code !== undefined && { code }) };
    return judgeRefusedValue(contract, operationById(contract, 'createPayment'), features, about, exchange);
  });
}

/** Declares a case which checks that create refuses each URL in a field. */
export function refusedUrlsCase(
  contract: Contract,
  { id, title, ...about }: Pick<Case, 'id' | 'title'> & Parameters<typeof judgeRefusedUrls>[3],
): Case {
  return {
    id,
    title,
    requirement: about.requirement,
    covers: ['create-validation-is-422', 'problem-names-members'],
    operations: ['create-payment'],
    derived: true,
    run: ({ subject, features }) => judgeRefusedUrls(contract, subject, features, about),
  };
}

/** Checks that create accepts each URL in a field. */
export function judgeAcceptedUrls(
  contract: Contract,
  subject: Subject,
  { field, requirement, urls }: { field: string; requirement: string; urls: readonly string[] },
): Promise<Finding[]> {
  const { pointer } = requirementById(contract, requirement);
  return firstWrong(urls, async (url) => {
    const exchange = await subject.create({ ...subject.createBody, [field]: url });
    if (exchange.answer && isSuccess(exchange.answer)) return [];
    return broken(contract, requirement, {
      member: field,
      pointer,
      difference: `${field}: absent → ${url}`,
      expected: 'a success, as nothing in this URL is to be refused',
      received: `${exchange.answer?.status} ${showValue(exchange.answer?.text)}`,
      exchanges: [exchange],
    });
  });
}
