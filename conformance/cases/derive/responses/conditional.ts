import type { Case } from '../../../src/case/case.ts';
import { type Contract, findAbout, type Operation, ownOf } from '../../../src/contract/contract.ts';
import { creatorOf } from '../../../src/contract/main-object.ts';
import { type Exchange, isSuccess, responseHeader } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { broken, type Finding, insteadOf } from '../../../src/outcome/finding.ts';
import { bodyFor } from '../../../src/subject/body-for.ts';
import { domainOf } from '../../../src/subject/domain.ts';
import { headerOf } from '../../../src/subject/entity-tag.ts';
import { identifierFor } from '../../../src/subject/identifier-for.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { asOther } from '../../../src/subject/switch-account.ts';
import { startFor } from '../../../src/subject/ways-into.ts';

/** Ways to send an ETag in If-None-Match. Each way matches, because RFC 9110 §13.1.2 compares tags weakly. */
const forms: Record<string, (tag: string) => string> = {
  same: (tag) => tag,
  first: (tag) => `${tag}, "of-another"`,
  last: (tag) => `"of-another", ${tag}`,
  'other-strength': (tag) => (tag.startsWith('W/') ? tag.slice(2) : `W/${tag}`),
  asterisk: () => '*',
};

/** Derives cases for If-None-Match: with an object's ETag in any form, the object's owner gets a 304 until the object changes. */
export function deriveConditional(contract: Contract, operation: Operation): Case[] {
  const { slug, refusals, headers, plain } = operation;
  const parameter = headerOf(operation, 'if-none-match');
  const etag = headers.find(({ name }) => name.toLowerCase() === 'etag');
  const requirement = ownOf(parameter?.requirements ?? []);
  if (!parameter || !etag || !requirement || plain || !refusals.some(({ status }) => status === 304)) return [];
  const features = [...new Set([parameter, etag].flatMap(({ feature }) => feature ?? []))];
  const about = { operations: [...new Set([creatorOf(contract).slug, slug])], features };
  const { pointer, name } = parameter;
  /** Reads a new object. Returns its ETag, and a function that reads it again with If-None-Match. */
  const begin = async (subject: Subject) => {
    const play = await startFor(subject, operation);
    const body = await bodyFor(subject, operation, await identifierFor(subject, operation, play.invoice));
    const first = await subject.send(requestFor(operation, body));
    const tag = first.answer && isSuccess(first.answer) ? responseHeader(first.answer, 'etag') : undefined;
    if (tag === undefined) throw new CaseInconclusive(`${slug} gave no ETag (${first.answer?.status}). Another case says why.`);
    const read = (sent: string, by = subject): Promise<Exchange> => by.send(requestFor(operation, { ...body, [name]: sent }));
    return { play, first, tag, read };
  };
  const blame = (id: string, expected: string, exchanges: Exchange[]): Finding[] => {
    const about = insteadOf(expected, exchanges.at(-1) as Exchange);
    return broken(contract, id, { pointer, member: name, ...about, exchanges });
  };
  const changes = ownOf(etag.requirements) ?? requirement;
  const owner = findAbout(operation, 'ownership');
  const cases = Object.entries(forms).map(
    ([form, write]): Case => ({
      ...{ ...about, id: `${slug}/if-none-match/${form}`, requirement: requirement.id },
      title: `${slug} with the ETag that was read (${write('"a"')}) has the status 304, no body and the same ETag`,
      async run({ subject }) {
        const { first, tag, read } = await begin(subject);
        const again = await read(write(tag));
        const { answer: response } = again;
        if (response?.status === 304 && response.text === '' && responseHeader(response, 'etag') === tag) return [];
        return blame(requirement.id, `304 without a body, with ETag: ${tag}`, [first, again]);
      },
    }),
  );
  cases.push({
    ...{ ...about, id: `${slug}/if-none-match/changed`, requirement: changes.id },
    title: `${slug} with the ETag of before a payment shows the object with another ETag`,
    async run({ subject }) {
      const { play, first, tag, read } = await begin(subject);
      const change = await domainOf(contract)?.settle(play);
      const again = await read(tag);
      if (again.answer && isSuccess(again.answer) && responseHeader(again.answer, 'etag') !== tag) return [];
      return blame(changes.id, `a success with another ETag than ${tag}`, [first, change ?? [], again].flat());
    },
  });
  if (owner)
    cases.push({
      ...{ ...about, id: `${slug}/if-none-match/foreign`, requirement: owner.id },
      title: `${slug} by another account that knows the ETag is refused as without it`,
      async run({ subject }) {
        const { first, tag, read } = await begin(subject);
        const again = await read(tag, asOther(subject));
        return again.answer?.status === 404 ? [] : blame(owner.id, '404', [first, again]);
      },
    });
  return cases;
}
