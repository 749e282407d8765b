import type { Case, CaseContext } from '../../../src/case/case.ts';
import { featuresOf, featuresOfProperty } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import { type Contract, type Operation, operationById, requirementById } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { creatorOf } from '../../../src/contract/main-object.ts';
import { lawfulBody } from '../../../src/contract/mend-body.ts';
import { nameOf } from '../../../src/contract/relations.ts';
import { type Exchange, hasSucceeded } from '../../../src/http/exchange.ts';
import { withKey } from '../../../src/http/json-request.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadOf } from '../../../src/outcome/finding.ts';
import { fewestFor } from '../../../src/subject/body-for.ts';
import { headerOf } from '../../../src/subject/entity-tag.ts';
import { paid, shares } from '../../../src/subject/play.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { asOther } from '../../../src/subject/switch-account.ts';
import { freshValue, type UniqueField, uniqueFieldsOf } from '../../../src/subject/unique-values.ts';
import { sendPatiently } from '../../../src/wire/send-patiently.ts';
import type { Trial } from '../../play/lasting.ts';
import { judgeRefused } from './relations.ts';
import { sentValue } from './sent-values.ts';

/** A unique value, and functions that send it as it is. */
type Try = ReturnType<typeof tryOf>;

/** Derives the cases for each field whose value no other object of the account may have. */
export function deriveUnique(contract: Contract, operationId: string): Case[] {
  const operation = operationById(contract, operationId);
  // An existing object already has its own value, so only operations that create objects are tried.
  if (operation.identifies !== undefined) return [];
  return uniqueFieldsOf(operation).flatMap((field) => casesOf(contract, operation, field));
}

const pointerTo = ({ operation, name }: UniqueField): string => `${operation.requestPointer}/properties/${pointed(name)}`;

function casesOf(contract: Contract, operation: Operation, field: UniqueField): Case[] {
  const { name, relation, schema } = field;
  const requirement = requirementById(contract, relation.requirement);
  const { problem = '' } = relation;
  const one = (id: string, title: string, judge: (tried: Try) => Promise<Finding[]>, more: Partial<Case> = {}): Case => ({
    id: `${operation.slug}/relations/${nameOf(relation)}/${id}`,
    title: `${operation.slug} ${title}`,
    requirement: requirement.id,
    operations: [operation.slug],
    features: [...featuresOf(requirement), ...featuresOfProperty(contract, schema)],
    derived: true,
    proves: [`relation ${nameOf(relation)} of ${operation.id}`],
    ...more,
    run: async (context) => judge(tryOf(context, field)),
  });
  const isAllowed = compileSchema(schema);
  const sample = sentValue(schema, pointerTo(field));
  /** Derives a case for a value that resembles a taken one. There is none if the schema does not allow such a value. */
  const near = (id: string, words: string, change: (text: string) => string): Case[] => {
    const changed = (value: unknown): unknown => (typeof value === 'string' ? change(value) : value);
    if (changed(sample) === sample || !isAllowed(changed(sample))) return [];
    const accepts = one(
      id,
      `accepts a ${name} that differs from a taken one ${words}`,
      async ({ make, value, send, accepted }) => {
        await make(value);
        return accepted(await send(changed(value)), `${name}: ${showValue(value)} → ${showValue(changed(value))}`);
      },
    );
    return [accepts];
  };
  const cases = [
    one(
      'taken',
      `with a ${name} that an older object has is refused (${problem})`,
      async ({ make, value, send, refused, subject }) => {
        await make(value);
        await make(freshOf(field, subject));
        return refused(await send(value), `${name}: of no object → of one`);
      },
      { problem },
    ),
    ...near('other-case', 'in its case', (text) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase())),
    ...near('longer', 'by its end', (text) => `${text}0`),
    one('other-account', `accepts a ${name} that an object of another account has`, async (tried) => {
      const { make, value, send, accepted, subject } = tried;
      await make(value);
      return accepted(await send(value, asOther(subject)), 'account: one → another');
    }),
    one('after-refusal', `accepts a ${name} that a refused request had`, async ({ value, send, accepted, subject }) => {
      const { properties = {}, required = [] } = operation.request;
      const wrong = required.find((other) => other !== name && !compileSchema(properties[other] ?? {})({}));
      if (wrong === undefined) throw new CaseSkipped(`${operation.slug} has no other field that could be wrong.`);
      const body = { ...bodyWith(subject, field, value), [wrong]: {} };
      await sendPatiently(subject.wire, subject.settings, requestFor(operation, body));
      return accepted(await send(value), `${wrong}: wrong → right`);
    }),
    one('at-once', `with one ${name} twice at once succeeds once`, async ({ value, send }) => {
      const both = await Promise.all([send(value), send(value)]);
      const made = both.filter(hasSucceeded);
      if (made.length === 1) return [];
      const about = { member: name, expected: 'one success', received: `${made.length} successes`, exchanges: both };
      return broken(contract, requirement.id, about);
    }),
  ];
  if (headerOf(operation, 'idempotency-key')) {
    const title = `with a ${name} is returned again for its key`;
    const replayed = one('replayed', title, async ({ make, value, send, accepted, subject }) => {
      const key = crypto.randomUUID();
      await make(value, key);
      return accepted(await send(value, subject, key), 'Idempotency-Key: sent again');
    });
    cases.push(replayed);
  }
  if (operation.creates) {
    const title = `with the ${name} of an object that is final is refused (${problem})`;
    const settle = async ({ make, value, send, refused, subject }: Try): Promise<Finding[]> => {
      const created = await make(value);
      await paid({ subject, invoice: invoiceOf(created), counted: [], exchanges: [created] }, shares(subject).whole);
      return refused(await send(value), `${name}: of no object → of one that is final`);
    };
    cases.push(one('settled', title, settle, { problem, operations: [operation.slug, 'submit-receipt'] }));
  }
  return cases;
}

const freshOf = (field: UniqueField, { settings }: Subject): unknown => {
  const value = freshValue(field.schema, sentValue(field.schema, pointerTo(field)));
  if (value === undefined) throw new CaseSkipped(`No further value of ${field.name} was found (seed ${settings.seed}).`);
  return value;
};

const bodyWith = (subject: Subject, { operation, name }: UniqueField, value: unknown): Record<string, unknown> => {
  const least = operation.creates ? subject.createBody : fewestFor(subject, operation, undefined);
  return lawfulBody(operation, { ...least, [name]: value }, [name]);
};

function tryOf({ contract, subject, features }: CaseContext, field: UniqueField) {
  const { operation, relation, name: member } = field;
  const requirement = requirementById(contract, relation.requirement);
  const pointer = pointerTo(field);
  const send = (value: unknown, by = subject, key?: string): Promise<Exchange> =>
    sendPatiently(by.wire, by.settings, withKey(requestFor(operation, bodyWith(subject, field, value)), key));
  return {
    subject,
    value: freshOf(field, subject),
    send,
    /** Sends a value that must be accepted. */
    async make(value: unknown, key?: string): Promise<Exchange> {
      const exchange = await send(value, subject, key);
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

/** Returns the trials of a restart for the unique fields of a create: even after it, no other object may have their values. */
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
