import type { DeclareCases } from '../../src/case/case.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { type Exchange, responseHeader } from '../../src/http/exchange.ts';
import { broken, type Finding } from '../../src/outcome/finding.ts';
import { sharedCreate } from '../../src/subject/shared-exchanges.ts';
import { readHttpDate } from '../../src/text/read-time.ts';

/** A year in milliseconds, less one day: 12 months that begin on 1 January may end on 31 December at 23:59:59. */
const year = 364 * 24 * 60 * 60 * 1000;

export const versionCases: DeclareCases = (contract) => [
  {
    id: 'answers/version/end-is-told',
    title: 'A response that announces the end of its version has Deprecation, Sunset and Link',
    requirement: 'deprecation-is-told',
    operations: ['create-payment'],
    run: async ({ subject }) => judgeEnd(contract, await sharedCreate(subject)),
  },
  {
    id: 'answers/version/end-is-far',
    title: 'A Sunset is at least 12 months after its Deprecation',
    requirement: 'old-version-overlaps',
    operations: ['create-payment'],
    run: async ({ subject }) => judgeOverlap(contract, await sharedCreate(subject)),
  },
];

function ends({ answer: response }: Exchange): (string | undefined)[] {
  return ['deprecation', 'sunset', 'link'].map((name) => response && responseHeader(response, name));
}

function judgeEnd(contract: Contract, exchange: Exchange): Finding[] {
  const [deprecation, sunset, link] = ends(exchange);
  // A version whose end is not announced has neither header, which is fine.
  if (deprecation === undefined && sunset === undefined) return [];
  if (deprecation !== undefined && sunset !== undefined && link !== undefined) return [];
  const received = `Deprecation: ${deprecation ?? 'absent'}, Sunset: ${sunset ?? 'absent'}, Link: ${link ?? 'absent'}`;
  return broken(contract, 'deprecation-is-told', { expected: 'Deprecation, Sunset and Link', received, exchanges: [exchange] });
}

function judgeOverlap(contract: Contract, exchange: Exchange): Finding[] {
  const [deprecation, sunset] = ends(exchange);
  // Reads an RFC 9651 date, with or without parameters. Takes at most 12 digits: much later times do not fit into a Date.
  const from = Number(/^[ \t]*@(\d{1,12})(?=[ \t;]|$)/.exec(deprecation ?? '')?.[1]) * 1000;
  const to = readHttpDate(sunset ?? '') ?? Number.NaN;
  if (Number.isNaN(from) || Number.isNaN(to) || to - from >= year) return [];
  return broken(contract, 'old-version-overlaps', {
    member: 'Sunset',
    expected: `Sunset: 12 months after ${new Date(from).toISOString()}`,
    received: `Sunset: ${sunset}`,
    exchanges: [exchange],
  });
}
