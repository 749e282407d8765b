import { openConnection } from '../http/connection.ts';
import { CaseSkipped } from '../outcome/case-skipped.ts';
import { Subject } from './subject.ts';

/** Returns a subject for the same deployment that uses the other account's token. Skips the case if there is no such token. */
export function asOther(subject: Subject): Subject {
  subject.wire.use('other');
  const other = otherOf(subject);
  if (other === undefined)
    throw new CaseSkipped('A second account is needed: give its token with --other-token.', '--other-token');
  return other;
}

/** Returns a subject for the same deployment that uses the other account's token. Returns undefined if there is no such token. */
export function otherOf({ contract, settings, wire }: Subject): Subject | undefined {
  const { otherToken, ...own } = settings;
  if (otherToken === undefined) return undefined;
  return new Subject(contract, { ...own, token: otherToken, tokenName: 'OTHER_TOKEN' }, wire);
}

/** Returns a subject for the same deployment that uses another token of the run's account. */
export function withToken({ contract, settings, wire }: Subject, token: string): Subject {
  return new Subject(contract, { ...settings, token, tokenName: 'CASE_TOKEN' }, wire);
}

/** Returns a subject for the same deployment, with another value for one of the run's headers, or without that header. */
export function withHeader({ contract, settings, wire }: Subject, name: string, value?: string): Subject {
  const { connection = openConnection({}) } = settings;
  const others = connection.headers.filter(([one]) => one.toLowerCase() !== name.toLowerCase());
  const headers = value === undefined ? others : [...others, [name, value] as [string, string]];
  return new Subject(contract, { ...settings, connection: { ...connection, headers } }, wire);
}
