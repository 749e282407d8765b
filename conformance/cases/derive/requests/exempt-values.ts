import { isDeepStrictEqual } from 'node:util';
import { echoOf, findAbout, type Operation, type Requirement } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import type { Relation } from '../../../src/contract/relations.ts';
import { type Exchange, hasSucceeded, responseObject } from '../../../src/http/exchange.ts';
import { broken, type Finding, insteadOf } from '../../../src/outcome/finding.ts';
import { storedFor } from '../../../src/subject/body-for.ts';
import { type Inputs, requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { asOther } from '../../../src/subject/switch-account.ts';

/** A request with a value that a rule exempts, such as `*` in If-Match. */
export interface Exempted {
  operation: Operation;
  requirement: Requirement;
  relation: Relation;
  made: Inputs;
  /** The object before the request. */
  stored: Inputs;
  exchange: Exchange;
}

/**
 * Checks that a request with an exempt value changed the object and its version, like any other request, and does so again when
 * it is sent again.
 */
export async function judgeExempt(subject: Subject, exempted: Exempted): Promise<Finding[]> {
  const { operation, requirement, relation, made, stored, exchange } = exempted;
  const { contract } = subject;
  const shown = (exchange.answer && responseObject(exchange.answer)) ?? {};
  const echoes = Object.entries(operation.response.properties ?? {}).flatMap(([name, schema]) => {
    const echo = echoOf(name, schema);
    return echo?.operation === operation.id && Object.hasOwn(made, echo.sent) ? [[name, made[echo.sent]] as const] : [];
  });
  const [lost] = echoes.filter(([name, value]) => !isDeepStrictEqual(shown[name], value));
  if (lost) {
    const [member, value] = lost;
    return broken(contract, requirement.id, {
      member,
      expected: `${member}: ${showValue(value)}`,
      received: `${member}: ${showValue(shown[member])}`,
      exchanges: [exchange],
    });
  }
  const { field = '', is } = relation;
  const now = (await storedFor(subject, operation, made[operation.identifies ?? ''])) ?? {};
  const isChanged = echoes.some(([name, value]) => !isDeepStrictEqual(stored[name], value));
  if (is === 'equal' && isChanged && now[field] === stored[field])
    return broken(contract, requirement.id, {
      ...{ member: field, expected: `${field}: another value after the change`, received: `${field}: ${showValue(now[field])}` },
      exchanges: [exchange],
    });
  const again = await subject.send(requestFor(operation, made));
  if (!hasSucceeded(again)) return broken(contract, requirement.id, insteadOf('a success, as at first', again));
  const owner = findAbout(operation, 'ownership');
  if (owner === undefined || subject.settings.otherToken === undefined) return [];
  const foreign = await asOther(subject).send(requestFor(operation, made));
  return foreign.answer?.status === 404 ? [] : broken(contract, owner.id, insteadOf('404 for another account', foreign));
}
