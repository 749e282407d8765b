import type { Case, CaseContext } from '../../../src/case/case.ts';
import { featuresOf, featuresOfProperty } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import { type Contract, type Operation, operationById, requirementById } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { lawfulBody } from '../../../src/contract/mend-body.ts';
import { nameOf } from '../../../src/contract/relations.ts';
import { type Exchange, hasSucceeded } from '../../../src/http/exchange.ts';
import { withKey } from '../../../src/http/json-request.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadOf } from '../../../src/outcome/finding.ts';
import { fewestFor } from '../../../src/subject/body-for.ts';
import { headerOf } from '../../../src/subject/entity-tag.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { asOther } from '../../../src/subject/switch-account.ts';
import { freshValue, type UniqueField, uniqueFieldsOf } from '../../../src/subject/unique-values.ts';
import { sendPatiently } from '../../../src/wire/send-patiently.ts';
import type { Trial } from '../../play/lasting.ts';
import { paid, shares } from '../../play/play.ts';
import { judgeRefused } from './relations.ts';
import { sentValue } from './sent-values.ts';

/** A unique value, and functions that send it as it is. */
interface Try {
  context: CaseContext;
  value: unknown;
  /** Sends a value; with a key if one is given. */
  send(value: unknown, by?: Subject, key?: string): Promise<Exchange>;
  /** Sends a value that must be accepted. */
  make(value: unknown): Promise<Exchange>;
  accepted(exchange: Exchange, difference: string): Finding[];
  refused(exchange: Exchange, difference: string): Finding[];
}

/** Derives the cases for each field whose value no other object of the account may have. */
export function deriveUnique(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  // An existing object already has its own value, so only operations that create objects are tried.
  if (operation.identifies !== undefined) return [];
  return uniqueFieldsOf(operation).flatMap((field) => casesOf(contract, operation, field));
}

function casesOf(contract: Contract, operation: Operation, field: UniqueField): Case[] {
  const { name, relation, schema } = field;
  const requirement = requirementById(contract, relation.requirement);
  const features = [...featuresOf(requirement), ...featuresOfProperty(contract, schema)];
  const isAllowed = compileSchema(schema);
  const sample = sentValue(schema, `${operation.requestPointer}/properties/${pointed(name)}`);
  const near = (change: (text: string) => string): ((value: unknown) => unknown) | undefined => {
    const make = (value: unknown): unknown => (typeof value === 'string' ? change(value) : value);
    return make(sample) !== sample && isAllowed(make(sample)) ? make : undefined;
  };
  const turn = near((text) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()));
  const lengthen = near((text) => `${text}0`);
  const one = (id: string, title: string, judge: (tried: Try) => Promise<Finding[]>, more: Partial<Case> = {}): Case => ({
    id: `${operation.slug}/relations/${nameOf(relation)}/${id}`,
    title: `${operation.slug} ${title}`,
    requirement: requirement.id,
    operations: [operation.slug],
    features,
    derived: true,
    proves: [`relation ${nameOf(relation)} of ${operation.id}`],
    ...more,
    run: async (context) => judge(tryOf(context, field)),
  });
  const problem = relation.problem as string;
  const likes = { 'other-case': turn, longer: lengthen };
  return [
    one(
      'taken',
      `with a ${name} that an older object has is refused (${problem})`,
      async ({ make, value, send, refused, context }) => {
        await make(value);
        await make(freshOf(field, context.subject));
        return refused(await send(value), `${name}: of no object → of one`);
      },
      { problem },
    ),
    ...Object.entries(likes).flatMap(([id, change]) =>
      change === undefined
        ? []
        : [
            one(
              id,
              `accepts a ${name} that differs from a taken one ${id === 'longer' ? 'by its end' : 'in its case'}`,
              async (tried) => {
                await tried.make(tried.value);
                const other = change(tried.value);
                return tried.accepted(await tried.send(other), `${name}: ${showValue(tried.value)} → ${showValue(other)}`);
              },
            ),
          ],
    ),
    one('other-account', `accepts a ${name} that an object of another account has`, async (tried) => {
      await tried.make(tried.value);
      return tried.accepted(await tried.send(tried.value, asOther(tried.context.subject)), 'account: one → another');
    }),
    one('after-refusal', `accepts a ${name} that a refused request had`, async (tried) => {
      const { subject } = tried.context;
      const { properties = {}, required = [] } = operation.request;
      const wrong = required.find((other) => other !== name && !compileSchema(properties[other] ?? {})({}));
      if (wrong === undefined) throw new CaseSkipped(`${operation.slug} has no other field that could be wrong.`);
      const body = { ...bodyWith(subject, field, tried.value), [wrong]: {} };
      await sendPatiently(subject.wire, subject.settings, requestFor(operation, body));
      return tried.accepted(await tried.send(tried.value), `${wrong}: wrong → right`);
    }),
    one('at-once', `with one ${name} twice at once succeeds once`, async (tried) => {
      const both = await Promise.all([tried.send(tried.value), tried.send(tried.value)]);
      const made = both.filter(hasSucceeded);
      if (made.length === 1) return [];
      const about = { member: name, expected: 'one success', received: `${made.length} successes`, exchanges: both };
      return broken(contract, requirement.id, about);
    }),
    ...(headerOf(operation, 'idempotency-key')
      ? [
          one('replayed', `with a ${name} is returned again for its key`, async (tried) => {
            const key = crypto.randomUUID();
            const first = await tried.send(tried.value, undefined, key);
            if (!hasSucceeded(first)) throw refusedFirst(first);
            return tried.accepted(await tried.send(tried.value, undefined, key), 'Idempotency-Key: sent again');
          }),
        ]
      : []),
    ...(operation.id === 'createPayment'
      ? [
          one(
            'settled',
            `with the ${name} of an object that is final is refused (${problem})`,
            async (tried) => {
              const { subject } = tried.context;
              const created = await tried.make(tried.value);
              const play = { subject, invoice: invoiceOf(created), counted: [], exchanges: [created] };
              await paid(play, shares(subject).whole);
              return tried.refused(await tried.send(tried.value), `${name}: of no object → of one that is final`);
            },
            { problem, operations: [operation.slug, 'submit-receipt'] },
          ),
        ]
      : []),
  ];
}

const freshOf = ({ schema, name, operation }: UniqueField, { settings }: Subject): unknown => {
  const value = freshValue(schema, sentValue(schema, `${operation.requestPointer}/properties/${pointed(name)}`));
  if (value === undefined) throw new CaseSkipped(`No further value of ${name} was found (seed ${settings.seed}).`);
  return value;
};

const bodyWith = (subject: Subject, { operation, name }: UniqueField, value: unknown): Record<string, unknown> => {
  const least = operation.id === 'createPayment' ? subject.createBody : fewestFor(subject, operation, undefined);
  return lawfulBody(operation, { ...least, [name]: value }, [name]);
};

const refusedFirst = ({ answer: response }: Exchange): CaseInconclusive =>
  new CaseInconclusive(`A new value was refused (${response?.status}). Another case says why.`);

function tryOf(context: CaseContext, field: UniqueField): Try {
  const { contract, subject, features } = context;
  const { operation, relation, name } = field;
  const requirement = requirementById(contract, relation.requirement);
  const pointer = `${operation.requestPointer}/properties/${pointed(name)}`;
  const send: Try['send'] = (value, by = subject, key) => {
    const spec = requestFor(operation, bodyWith(subject, field, value));
    return sendPatiently(by.wire, by.settings, withKey(spec, key));
  };
  const about = (difference: string) => ({ requirement, pointer, member: name, difference });
  return {
    context,
    value: freshOf(field, subject),
    send,
    async make(value) {
      const exchange = await send(value);
      if (!hasSucceeded(exchange)) throw refusedFirst(exchange);
      return exchange;
    },
    accepted(exchange, difference) {
      if (hasSucceeded(exchange)) return [];
      return broken(contract, requirement.id, { pointer, member: name, difference, ...insteadOf('a success', exchange) });
    },
    refused: (exchange, difference) =>
      judgeRefused(contract, operation, about(difference), relation.problem as string, exchange, features),
  };
}

/** Returns the trials of a restart for the unique fields of a create: even after it, no other object may have their values. */
export const uniqueTrials = (contract: Contract): Trial[] =>
  uniqueFieldsOf(operationById(contract, 'createPayment')).map(
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
