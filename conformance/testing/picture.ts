import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { CaseResult } from '../src/outcome/verdict.ts';
import { renderHtml } from '../src/report/html/render-html.ts';
import type { ReportedRequirement } from '../src/report/report.ts';
import { makeExchange, makeFinding, makeReport, makeResult } from './make-report.ts';

const pictures = join(import.meta.dirname, '../../pictures');
/** The README's picture of a report. `fingerprintFile` contains the fingerprint of the HTML page that the picture shows. */
export const picture = join(pictures, 'report.png');
export const fingerprintFile = join(pictures, 'report.sha256');

/**
 * Renders the HTML page for the picture: the report of a deployment whose fetch shows one cent too many. Its text is fixed, so
 * that the picture becomes outdated when the page's design changes, but not when the contract does.
 */
export function renderPicturePage(): string {
  const amounts = ['12.34', '1', '0.1', '0.29', '1.15', '19.99', '1000'];
  const broken = amounts.map((amount, at): CaseResult => {
    const id = at === 0 ? 'fetch-payment/echo/amount' : 'fetch-payment/echo/other-amounts';
    const [expected, received] = [`amount: ${amount}`, `amount: ${(Number(amount) + 0.01).toFixed(2)}`];
    const script = `ID=$(post /api/v1/payments/create '{"cashTag":"$coffeeshop","amount":${amount}}' | sed -n 's/.*"id" *: *"\\([^"]*\\)".*/\\1/p')\npost /api/v1/payments/fetch '{"invoiceId":"'"$ID"'"}'`;
    const exchanges = [makeExchange({ at })];
    const finding = makeFinding('invoice-amount', { member: 'amount', expected, received, exchanges, script });
    const title = 'amount in the answer of fetch-payment is what create was sent';
    return makeResult(id, { title, requirement: 'invoice-amount', findings: [finding] });
  });
  const others = Array.from({ length: 183 }, (_, at): CaseResult => {
    const isCore = at < 46;
    const about = { requirement: `requirement-${at}`, support: isCore ? 'core' : 'extended' } as const;
    return makeResult(`create-payment/answer/${at}`, {
      ...about,
      ...(!isCore && { verdict: 'not-supported', reason: 'Not claimed.' }),
    });
  });
  const report = makeReport([...broken, ...others], {
    subject: 'https://payments.shop.example',
    reproduce: 'npm run conformance -- --base-url https://payments.shop.example --pay ./pay',
    contract: { version: '1.0.0', sha256: fingerprint('the contract of the picture') },
    traffic: { requests: 302, writes: 64, created: Array.from({ length: 57 }, (_, at) => `inv_${at}`) },
    milliseconds: 5400,
  });
  const stated = (text: string, support: 'core' | 'extended'): ReportedRequirement => {
    const pointer = '/components/schemas/PaymentInvoice/properties/amount/x-requirements/0';
    return { level: 'MUST', support, text, source: '§2.1', sourceTitle: 'The payment invoice object', pointer };
  };
  const amount = stated('`amount` is a JSON number, numerically equal to the amount asked for.', 'core');
  const rest = others.map(({ requirement, support }) => [requirement, stated('One of the others.', support)] as const);
  return renderHtml({ ...report, requirements: { 'invoice-amount': amount, ...Object.fromEntries(rest) } });
}

export function fingerprint(page: string): string {
  return createHash('sha256').update(page).digest('hex');
}
