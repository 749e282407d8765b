import type { Case, CaseContext } from '../../../src/case/case.ts';
import { featuresOfProperty } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import { type Contract, type Operation, requirementById } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { creatorOf, mainSlugs } from '../../../src/contract/main-object.ts';
import { lawfulBody } from '../../../src/contract/mend-body.ts';
import { nameOf } from '../../../src/contract/relations.ts';
import { type Exchange, hasSucceeded } from '../../../src/http/exchange.ts';
import { withKey } from '../../../src/http/json-request.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadOf } from '../../../src/outcome/finding.ts';
import { fewestFor } from '../../../src/subject/body-for.ts';
import { domainOf } from '../../../src/subject/domain.ts';
import { headerOf } from '../../../src/subject/entity-tag.ts';
import { naming, requestFor, sampleFor } from '../../../src/subject/request-for.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { asOther } from '../../../src/subject/switch-account.ts';
import { alike, freshValue, type UniqueField, uniqueFieldsOf } from '../../../src/subject/unique-values.ts';
import { sendPatiently } from '../../../src/wire/send-patiently.ts';
import type { Trial } from '../../play/lasting.ts';
import { judgeRefused } from './relations.ts';
import { sentValue } from './sent-values.ts';

/** A fresh value of a unique field, and functions that send values of the field and judge the responses. */
type Try = ReturnType<typeof tryOf>;

/** Derives the cases for each field whose value no other object of the account may have. */
export function deriveUnique(contract: Contract, operation: Operation): Case[] {
  return uniqueFieldsOf(operation).flatMap((field) => casesOf(contract, operation, field));
}

const pointerTo = ({ operation, name }: UniqueField): string => `${operation.requestPointer}/properties/${pointed(name)}`;

function casesOf(contract: Contract, operation: Operation, tried: UniqueField): Case[] {
  const { name, relation, schema } = tried;
  const requirement = requirementById(contract, relation.requirement);
  const { problem = '' } = relation;
  const one = (id: string, title: string, judge: (tried: Try) => Promise<Finding[]>, more: Partial<Case> = {}): Case => ({
    id: `${operation.slug}/relations/${nameOf(relation)}/${id}`,
    title: `${operation.slug} ${title}`,
    requirement: requirement.id,
    operations: [operation.slug],
    features: featuresOfProperty(contract, schema),
    proves: [`relation ${nameOf(relation)} of ${operation.id}`],
    ...more,
    run: async (context) => judge(tryOf(context, tried)),
  });
  const { properties = {}, required = [] } = operation.request;
  const wrong = required.find((other) => other !== name && !compileSchema(properties[other] ?? {})({}));
  /** Derives cases for values that resemble a taken one, as far as the schema allows them. */
  const near = (field: string): Case[] => {
    const { [field]: own = {} } = properties;
    const sample = field === name ? sentValue(schema, pointerTo(tried)) : sampleFor(operation, field);
    return Object.entries(alike).flatMap(([id, change]) => {
      if (change(sample, own) === sample || !compileSchema(own)(change(sample, own))) return [];
      const title = `accepts a ${name} that differs from a taken one in its ${field} (${id})`;
      return one(field === name ? id : `${field}-${id}`, title, async ({ make, value, send, accepted }) => {
        await make(value);
        const from = field === name ? value : sample;
        const to = change(from, own);
        return accepted(await send(value, { [field]: to }), `${field}: ${showValue(from)} → ${showValue(to)}`);
      });
    });
  };
  return [
    one(
      'taken',
      `with a ${name} that an older object has is refused (${problem})`,
      async ({ make, value, send, refused, subject }) => {
        await make(value);
        await make(freshOf(tried, subject));
        return refused(await send(value), `${name}: of no object → of one`);
      },
      { problem },
    ),
    ...[name, ...(relation.together ?? [])].flatMap(near),
    one('other-account', `accepts a ${name} that an object of another account has`, async (calls) => {
      await calls.make(calls.value);
      return calls.accepted(await calls.send(calls.value, {}, asOther(calls.subject)), 'account: one → another');
    }),
    wrong !== undefined &&
      one('after-refusal', `accepts a ${name} that a refused request had`, async ({ value, send, accepted }) => {
        await send(value, { [wrong]: {} });
        return accepted(await send(value), `${wrong}: wrong → right`);
      }),
    one('at-once', `with one ${name} twice at once succeeds once`, async ({ value, send }) => {
      const both = await Promise.all([send(value), send(value)]);
      const made = both.filter(hasSucceeded);
      if (made.length === 1) return [];
      const about = { member: name, expected: 'one success', received: `${made.length} successes`, exchanges: both };
      return broken(contract, requirement.id, about);
    }),
    headerOf(operation, 'idempotency-key') &&
      one('replayed', `with a ${name} is returned again for its key`, async ({ make, value, send, accepted, subject }) => {
        const key = crypto.randomUUID();
        await make(value, key);
        return accepted(await send(value, {}, subject, key), 'Idempotency-Key: sent again');
      }),
    operation.identifies !== undefined &&
      one('own', `accepts the ${name} that the object itself has`, async ({ make, value, accepted, subject }) => {
        const { request } = await make(value);
        return accepted(await sendPatiently(subject.wire, subject.settings, request), 'the request: once → twice');
      }),
    operation.responsePointer === creatorOf(contract).responsePointer &&
      one(
        'settled',
        `with the ${name} of an object that is final is refused (${problem})`,
        async ({ make, value, send, refused, subject }) => {
          const created = await make(value);
          await domainOf(contract)?.settle({ subject, invoice: invoiceOf(created), counted: [], exchanges: [created] });
          return refused(await send(value), `${name}: of no object → of one that is final`);
        },
        { problem, operations: [operation.slug, ...mainSlugs(contract).slice(1, 2)] },
      ),
  ].flatMap((made) => made || []);
}

const freshOf = (field: UniqueField, { settings }: Subject): unknown => {
  const value = freshValue(field.schema, sentValue(field.schema, pointerTo(field)));
  if (value === undefined) throw new CaseSkipped(`No further value of ${field.name} was found (seed ${settings.seed}).`);
  return value;
};

const bodyWith = (subject: Subject, { operation, name, relation }: UniqueField, value: unknown): Record<string, unknown> => {
  const { together = [] } = relation;
  const least = operation.creates ? subject.createBody : fewestFor(subject, operation, undefined);
  const beside = Object.fromEntries(together.map((one) => [one, sampleFor(operation, one)]));
  return lawfulBody(operation, { ...least, ...beside, [name]: value }, [name, ...together]);
};

function tryOf({ contract, subject, features }: CaseContext, field: UniqueField) {
  const { operation, relation, name: member } = field;
  const requirement = requirementById(contract, relation.requirement);
  const pointer = pointerTo(field);
  const send = async (value: unknown, changes: object = {}, by = subject, key?: string): Promise<Exchange> => {
    const place = operation.identifies === undefined ? {} : naming(operation, invoiceOf(await by.create()).id);
    const body = { ...bodyWith(subject, field, value), ...place, ...changes };
    return sendPatiently(by.wire, by.settings, withKey(requestFor(operation, body), key));
  };
  return {
    subject,
    value: freshOf(field, subject),
    send,
    /** Sends a value that must be accepted. */
    async make(value: unknown, key?: string): Promise<Exchange> {
      const exchange = await send(value, {}, subject, key);
      if (hasSucceeded(exchange)) return exchange;
      throw new CaseInconclusive(`A new value was refused (${exchange.answer?.status}). Another case says why.`);
    },
    accepted(exchange: Exchange, difference: string): Finding[] {
      if (hasSucceeded(exchange)) return [];
      return broken(contract, requirement.id, { pointer, member, difference, ...insteadOf('a success', exchange) });
    },
    refused(exchange: Exchange, difference: string): Finding[] {
      const about = { requirement, pointer, member, difference };
      return judgeRefused(contract, operation, about, relation.problem as string, exchange, features);
    },
  };
}

/** Returns the trials of a restart for the unique fields of create: no other object may get their values after the restart. */
export const uniqueTrials = (contract: Contract): Trial[] =>
  uniqueFieldsOf(creatorOf(contract)).map(
    (field): Trial => ({
      id: `unique-${field.name}`,
      title: `A ${field.name} that an object had before a restart is taken after it`,
      requirement: field.relation.requirement,
      features: featuresOfProperty(contract, field.schema),
      derived: true,
      async prepare(context) {
        const { make, send, value } = tryOf(context, field);
        const first = await make(value);
        return async () => {
          const again = await send(value);
          const received = hasSucceeded(again) ? `${again.answer?.status}` : undefined;
          return { exchanges: [first, again], expected: `a refusal (${field.relation.problem})`, received };
        };
      },
    }),
  );
