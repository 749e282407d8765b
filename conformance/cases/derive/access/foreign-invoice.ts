import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../../src/case/case.ts';
import { type Contract, type Operation, requirementAbout } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { creatorOf, readerOf } from '../../../src/contract/main-object.ts';
import { hasSucceeded } from '../../../src/http/exchange.ts';
import { broken, insteadIn, insteadOf } from '../../../src/outcome/finding.ts';
import { baselinesOf } from '../../../src/subject/baseline.ts';
import { bodyFor } from '../../../src/subject/body-for.ts';
import { identifierFor, namesInvoice } from '../../../src/subject/identifier-for.ts';
import { type Play, read, readUntil, startPlay } from '../../../src/subject/play.ts';
import { type Inputs, naming, requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { asOther } from '../../../src/subject/switch-account.ts';
import { changesInvoice, startFor, wayInto } from '../../../src/subject/ways-into.ts';
import { bodyToTry } from '../../play/body-to-try.ts';
import { mintToken } from '../../play/mint-token.ts';
import { judgeForeign } from './ownership.ts';

/** Derives cases which check that requests for another account's invoice are refused like unknown ids, and change nothing. */
export function deriveForeignInvoice(contract: Contract, operation: Operation): Case[] {
  const { slug, identifies } = operation;
  if (identifies === undefined) return [];
  const one = (id: string, title: string, run: Case['run'], more?: Partial<Case>): Case => ({
    id: `${slug}/ownership/${id}`,
    title: `${slug} ${title}`,
    requirement: requirementAbout(operation, 'ownership').id,
    operations: [creatorOf(contract).slug, slug],
    derived: true,
    proves: [`ownership of ${operation.id}`],
    run,
    ...more,
  });
  const covers = ['foreign-invoice-looks-unknown'];
  const title = "for another account's invoice gets the response of an unknown one";
  const unknown = one(
    'foreign-invoice',
    title,
    async ({ subject }) => {
      const other = asOther(subject);
      const body = await bodyToTry(subject, operation);
      const ask = (id: unknown) => other.send(requestFor(operation, { ...body, ...naming(operation, id) }));
      return judgeForeign(contract, operation, [body[identifies]].flat()[0], ask);
    },
    { covers },
  );
  // The response must not reveal the state that the other account's invoice has reached.
  const inState = (state: string): Case =>
    one(
      `foreign-${state}`,
      title.replace('invoice', `invoice that is ${state}`),
      async ({ subject }) => {
        const other = asOther(subject);
        const id = await identifierFor(subject, operation, await sharedInvoiceIn(subject, state));
        const ask = async (asked: unknown) => other.send(requestFor(operation, await bodyFor(subject, operation, asked)));
        return judgeForeign(contract, operation, id, ask);
      },
      { covers, features: ['lifecycle'], ...(state === 'EXPIRED' && { movesClock: true }) },
    );
  return [
    unknown,
    ...contract.lifecycle.states
      .filter((state) => state !== contract.lifecycle.initial && wayInto(contract, state) && namesInvoice(contract, operation))
      .map(inState),
    otherToken(contract, operation),
    ...(changesInvoice(contract, operation)
      ? [
          one('foreign-unchanged', 'by another account leaves the invoice as it is', unchanged(contract, operation), {
            operations: [creatorOf(contract).slug, slug, readerOf(contract).slug],
          }),
        ]
      : []),
  ];
}

/** Returns the run's shared invoice in a later state. */
export const sharedInvoiceIn = (subject: Subject, state: string): Promise<Inputs> =>
  subject.share(`an invoice that is ${state}`, async () => {
    const play = await startPlay(subject);
    await wayInto(subject.contract, state)?.go(play);
    return readUntil(play, { status: state });
  });

/** Makes a body for the play's invoice with real values, such as its receipt. Made-up values would be refused for any account. */
async function bodyOf(play: Play, operation: Operation): Promise<Inputs> {
  const { subject, invoice } = play;
  const body = await bodyFor(subject, operation, await identifierFor(subject, operation, invoice));
  return { ...body, ...(await baselinesOf(subject.contract)[operation.id]?.valuesFor?.(play)) };
}

/** Derives a case which checks that any token of an account may use the account's invoices, whichever token created them. */
function otherToken(contract: Contract, operation: Operation): Case {
  const requirement = 'invoices-belong-to-account';
  return {
    id: `${operation.slug}/ownership/other-token`,
    title: `${operation.slug} with another token of the account succeeds for its invoice`,
    requirement,
    operations: [creatorOf(contract).slug, operation.slug],
    derived: true,
    async run({ subject }) {
      const other = await mintToken(subject, {});
      const play = await startFor(subject, operation);
      const exchange = await other.send(requestFor(operation, await bodyOf(play, operation)));
      if (hasSucceeded(exchange)) return [];
      const about = insteadOf('a success, as with the token that created the invoice', exchange);
      return broken(contract, requirement, { ...about, exchanges: [...play.exchanges, exchange] });
    },
  };
}

const unchanged =
  (contract: Contract, operation: Operation): Case['run'] =>
  async ({ subject }) => {
    const other = asOther(subject);
    const play = await startFor(subject, operation);
    const before = await read(play);
    play.exchanges.push(await other.send(requestFor(operation, await bodyOf({ ...play, invoice: before }, operation))));
    const after = await read(play);
    // Compares only fields of the contract, because a deployment's additional fields may change between reads.
    const known = Object.keys(readerOf(contract).response.properties ?? {});
    return known
      .filter((field) => !isDeepStrictEqual(after[field], before[field]))
      .flatMap((field) => {
        const expected = `${showValue(before[field])}, as before the call of another account`;
        const about = insteadIn(field, expected, after[field], play.exchanges);
        return broken(contract, requirementAbout(operation, 'ownership').id, about);
      });
  };
