import { checkUnauthenticated } from '../../src/checks/check-unauthenticated.ts';
import { type Contract, type Operation, requirementAbout, requirementById } from '../../src/contract/contract.ts';
import type { Case } from '../../src/engine/case.ts';
import { baselineOf } from '../../src/subject/baseline.ts';
import { jsonRequest } from '../../src/subject/subject.ts';

const attempts = [
  { id: 'none', title: 'without an Authorization header', value: undefined },
  { id: 'empty-token', title: 'with an empty bearer token', value: 'Bearer ' },
  // Made up as a whole: a real token with a character changed may still decode to the same one.
  { id: 'unknown-token', title: 'with a token that nobody issued', value: 'Bearer not-a-token-0123456789abcdef0123456789abcdef' },
  { id: 'other-scheme', title: 'with the token under another scheme', value: 'Basic $TOKEN' },
];

/** Each way to come without credentials, for one operation. */
export function authenticationCases(contract: Contract, operation: Operation): Case[] {
  const requirement = requirementAbout(operation, 'authentication');
  const header = requirementById(contract, 'token-in-header-only');
  const inQuery: Case = {
    id: `${operation.slug}/authentication/in-query`,
    title: `${operation.slug} with the token in the query string alone is refused`,
    requirement: header.id,
    operations: [operation.slug],
    async run({ subject }) {
      const { body, accepted } = await baselineOf(subject, operation);
      const request = jsonRequest(`${operation.path}?access_token=$TOKEN&token=$TOKEN`, body);
      request.headers = request.headers.filter(([name]) => name !== 'Authorization');
      const difference = 'Authorization: Bearer $TOKEN → absent, the token in the query string';
      return checkUnauthenticated(contract, header, operation.pointer, difference, await subject.send(request), accepted);
    },
  };
  const derived = attempts.map(
    ({ id, title, value }): Case => ({
      id: `${operation.slug}/authentication/${id}`,
      title: `${operation.slug} ${title} is refused`,
      requirement: requirement.id,
      operations: [operation.slug],
      async run({ subject }) {
        const { body, accepted } = await baselineOf(subject, operation);
        const request = jsonRequest(operation.path, body);
        request.headers = request.headers.filter(([name]) => name !== 'Authorization');
        if (value !== undefined) request.headers.push(['Authorization', value]);
        const difference = `Authorization: Bearer $TOKEN → ${value ?? 'absent'}`;
        return checkUnauthenticated(contract, requirement, operation.pointer, difference, await subject.send(request), accepted);
      },
    }),
  );
  return [...derived, inQuery];
}
