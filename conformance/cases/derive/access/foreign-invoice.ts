import { isDeepStrictEqual } from 'node:util';
import type { Case } from '../../../src/case/case.ts';
import { type Contract, type Operation, operationById, requirementAbout } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { isSuccess } from '../../../src/http/exchange.ts';
import { broken, insteadIn, insteadOf } from '../../../src/outcome/finding.ts';
import { bodyFor } from '../../../src/subject/body-for.ts';
import { identifierFor, namesInvoice } from '../../../src/subject/identifier-for.ts';
import { naming, requestFor } from '../../../src/subject/request-for.ts';
import { asOther } from '../../../src/subject/switch-account.ts';
import { changesInvoice, startFor, wayInto } from '../../../src/subject/ways-into.ts';
import { bodyToTry } from '../../play/body-to-try.ts';
import { mintToken } from '../../play/mint-token.ts';
import { read, readUntil, receiptFor, shares, startPlay } from '../../play/play.ts';
import { judgeForeign } from './ownership.ts';

/** Derives cases which check that another account's invoice is refused like one that does not exist, and stays unchanged. */
export function deriveForeignInvoice(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  const { slug, identifies } = operation;
  if (identifies === undefined) return [];
  const requirement = requirementAbout(operation, 'ownership').id;
  const about = { requirement, operations: ['create-payment', slug], derived: true, proves: [`ownership of ${operation.id}`] };
  return [
    {
      ...about,
      id: `${slug}/ownership/foreign-invoice`,
      title: `${slug} for another account's invoice gets the response of an unknown one`,
      covers: ['foreign-invoice-looks-unknown'],
      async run({ subject }) {
        const other = asOther(subject);
        const body = await bodyToTry(subject, operation);
        const ask = (id: unknown) => other.send(requestFor(operation, { ...body, ...naming(operation, id) }));
        return judgeForeign(contract, operation, [body[identifies]].flat()[0], ask);
      },
    },
    ...contract.lifecycle.states
      .filter((state) => state !== contract.lifecycle.initial && wayInto(contract, state) && namesInvoice(contract, operation))
      .map((state) => inState(contract, operation, about, state)),
    otherToken(contract, operation),
    ...(changesInvoice(contract, operation) ? [unchanged(contract, operation, about)] : []),
  ];
}

/** Derives a case for another account's invoice in a later state. The response must not reveal that state. */
function inState(
  contract: Contract,
  operation: Operation,
  about: Pick<Case, 'requirement' | 'operations' | 'derived' | 'proves'>,
  state: string,
): Case {
  const { slug } = operation;
  return {
    ...about,
    id: `${slug}/ownership/foreign-${state}`,
    title: `${slug} for another account's invoice that is ${state} gets the response of an unknown one`,
    covers: ['foreign-invoice-looks-unknown'],
    features: ['lifecycle'],
    ...(state === 'EXPIRED' && { movesClock: true }),
    async run({ subject }) {
      const other = asOther(subject);
      const invoice = await subject.share(`an invoice that is ${state}`, async () => {
        const play = await startPlay(subject);
        await wayInto(contract, state)?.go(play);
        return readUntil(play, { status: state });
      });
      const id = await identifierFor(subject, operation, invoice);
      const ask = async (asked: unknown) => other.send(requestFor(operation, await bodyFor(subject, operation, asked)));
      return judgeForeign(contract, operation, id, ask);
    },
  };
}

/** Derives a case which checks that any token of an account may use its invoices, whichever token created them. */
function otherToken(contract: Contract, operation: Operation): Case {
  const { slug } = operation;
  const requirement = 'invoices-belong-to-account';
  return {
    id: `${slug}/ownership/other-token`,
    title: `${slug} with another token of the account succeeds for its invoice`,
    requirement,
    operations: ['create-payment', slug],
    derived: true,
    async run({ subject }) {
      const other = await mintToken(subject, {});
      const play = await startFor(subject, operation);
      const body = await bodyFor(subject, operation, await identifierFor(subject, operation, play.invoice));
      if (Object.hasOwn(body, 'webReceipt')) body.webReceipt = await receiptFor(play, shares(subject).whole);
      const exchange = await other.send(requestFor(operation, body));
      if (exchange.answer && isSuccess(exchange.answer)) return [];
      return broken(contract, requirement, {
        ...insteadOf('a success, as with the token that created the invoice', exchange),
        exchanges: [...play.exchanges, exchange],
      });
    },
  };
}

function unchanged(
  contract: Contract,
  operation: Operation,
  about: Pick<Case, 'requirement' | 'operations' | 'derived' | 'proves'>,
): Case {
  return {
    ...about,
    id: `${operation.slug}/ownership/foreign-unchanged`,
    title: `${operation.slug} by another account leaves the invoice as it is`,
    operations: [...about.operations, 'fetch-payment'],
    async run({ subject }) {
      const other = asOther(subject);
      const play = await startFor(subject, operation);
      const before = await read(play);
      const body = await bodyFor(subject, operation, await identifierFor(subject, operation, before));
      // Uses a receipt of a real payment, if the operation takes one. A made-up receipt would be refused, whoever sends it.
      if (Object.hasOwn(body, 'webReceipt')) body.webReceipt = await receiptFor(play, shares(subject).whole);
      play.exchanges.push(await other.send(requestFor(operation, body)));
      const after = await read(play);
      // Compares only fields of the contract, because a deployment's additional fields may change between reads.
      const known = operationById(contract, 'fetchPayment').response.properties ?? {};
      return Object.keys(known)
        .filter((field) => !isDeepStrictEqual(after[field], before[field]))
        .flatMap((field) =>
          broken(
            contract,
            about.requirement,
            insteadIn(field, `${showValue(before[field])}, as before the call of another account`, after[field], play.exchanges),
          ),
        );
    },
  };
}
