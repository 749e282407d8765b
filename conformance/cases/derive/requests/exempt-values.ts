import { isDeepStrictEqual } from 'node:util';
import { findAbout, type Operation } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import type { Relation } from '../../../src/contract/relations.ts';
import { type Exchange, hasSucceeded, responseObject } from '../../../src/http/exchange.ts';
import { broken, type Finding, insteadIn, insteadOf } from '../../../src/outcome/finding.ts';
import { storedFor } from '../../../src/subject/body-for.ts';
import { type Inputs, requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { asOther } from '../../../src/subject/switch-account.ts';
import { echoesOf } from './sent-values.ts';

/** A request with a value that a rule exempts, such as `*` in If-Match. */
interface Exempted {
  operation: Operation;
  requirement: string;
  relation: Relation;
  made: Inputs;
  /** The object as it was before the request. */
  stored: Inputs;
  exchange: Exchange;
}

/** Checks that a request with an exempt value changed the object and its version, and that the same request succeeds again. */
export async function judgeExempt(subject: Subject, exempted: Exempted): Promise<Finding[]> {
  const { operation, requirement, relation, made, stored, exchange } = exempted;
  const { contract } = subject;
  const shown = (exchange.answer && responseObject(exchange.answer)) ?? {};
  const echoes = echoesOf(operation).filter(({ sent }) => Object.hasOwn(made, sent));
  const lost = echoes.find(({ property, sent }) => !isDeepStrictEqual(shown[property], made[sent]));
  if (lost)
    return broken(contract, requirement, insteadIn(lost.property, showValue(made[lost.sent]), shown[lost.property], [exchange]));
  const { field = '', is } = relation;
  const now = (await storedFor(subject, operation, made[operation.identifies ?? ''])) ?? {};
  const isChanged = echoes.some(({ property, sent }) => !isDeepStrictEqual(stored[property], made[sent]));
  if (is === 'equal' && isChanged && now[field] === stored[field])
    return broken(contract, requirement, insteadIn(field, 'another value after the change', now[field], [exchange]));
  const again = await subject.send(requestFor(operation, made));
  if (!hasSucceeded(again)) return broken(contract, requirement, insteadOf('a success, as at first', again));
  const owner = findAbout(operation, 'ownership');
  if (owner === undefined || subject.settings.otherToken === undefined) return [];
  const foreign = await asOther(subject).send(requestFor(operation, made));
  return foreign.answer?.status === 404 ? [] : broken(contract, owner.id, insteadOf('404 for another account', foreign));
}
