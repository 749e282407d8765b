import type { Case } from '../../src/case/case.ts';
import type { Contract, Operation, PlainFacts } from '../../src/contract/contract.ts';
import { broken, insteadOf } from '../../src/outcome/finding.ts';
import { freshValues, isAccepted } from '../../src/subject/plain-calls.ts';
import { requestFor } from '../../src/subject/request-for.ts';
import { mintToken } from '../play/mint-token.ts';
import { plainCase } from './plain-case.ts';

/** Derives cases for credentials that only an adapter can make: those of an alternative scheme, and tokens with other scopes. */
export function deriveAccess(contract: Contract, operation: Operation): Case[] {
  const { slug, scopes, plain } = operation;
  if (!plain?.demandsCredentials) return [];
  const known = [...new Set(contract.operations.flatMap((one) => one.scopes))];
  const alternatives = plain.otherCredentials.flatMap((credentials): Case[] => {
    const [one] = credentials;
    if (one === undefined || credentials.length > 1) return [];
    const other: Operation = { ...operation, plain: { ...(plain as PlainFacts), credentials } };
    const id = `authentication/${one.scheme}/accepted`;
    const title = `accepts credentials of the scheme ${one.scheme} in place of the others`;
    return [
      plainCase(operation, [id, title, `${slug}.request`], async (subject) => {
        const limited = await mintToken(subject, { scheme: one.scheme });
        const exchange = await limited.send(requestFor(other, await freshValues(subject, operation)));
        if (isAccepted(operation, exchange.answer)) return [];
        return broken(contract, `${slug}.request`, {
          ...{ pointer: plain.credentials[0]?.pointer ?? operation.pointer, member: one.name },
          ...insteadOf(`a success with credentials of the scheme ${one.scheme}`, exchange),
        });
      }),
    ];
  });
  const withScopes = (id: string, title: string, given: string[], isEnough: boolean): Case =>
    plainCase(operation, [`scopes/${id}`, `with a token that has ${title}`, `${slug}.authentication`], async (subject) => {
      const limited = await mintToken(subject, { scopes: given });
      const exchange = await limited.send(requestFor(operation, await freshValues(subject, operation)));
      const isWrong = isEnough
        ? [401, 403].includes(exchange.answer?.status ?? 0)
        : exchange.answer !== undefined && isAccepted(operation, exchange.answer);
      if (!isWrong) return [];
      const expected = isEnough ? 'a success: the token has the scopes' : 'no success: the token lacks the scopes';
      return broken(contract, `${slug}.authentication`, insteadOf(`${expected} ${scopes.join(', ')}`, exchange));
    });
  if (scopes.length === 0) return alternatives;
  const others = known.filter((scope) => !scopes.includes(scope));
  return [
    ...alternatives,
    withScopes('without', `all scopes but ${scopes.join(', ')} is refused`, others, false),
    withScopes('alone', `only the scopes ${scopes.join(', ')} is accepted`, scopes, true),
  ];
}
