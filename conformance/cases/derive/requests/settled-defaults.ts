import type { Case, CaseContext } from '../../../src/case/case.ts';
import { featuresOfProperty } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Contract, Operation } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { creatorOf, readerOf } from '../../../src/contract/main-object.ts';
import { type Exchange, hasSucceeded } from '../../../src/http/exchange.ts';
import { CaseInconclusive } from '../../../src/outcome/case-inconclusive.ts';
import { broken, type Finding, insteadIn } from '../../../src/outcome/finding.ts';
import { bodyFor } from '../../../src/subject/body-for.ts';
import { headerOf } from '../../../src/subject/entity-tag.ts';
import { requestFor, sampleFor } from '../../../src/subject/request-for.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';
import { asOther } from '../../../src/subject/switch-account.ts';
import { create } from '../../play/key-trial.ts';
import type { Trial } from '../../play/lasting.ts';
import { echoesOf } from './sent-values.ts';
import { varyValue } from './vary-value.ts';

/** Lists the create fields whose default is an account setting (`x-default`), each with the data that its cases need. */
function settledIn(contract: Contract) {
  const creator = creatorOf(contract);
  return Object.entries(creator.request.properties ?? {}).flatMap(([name, schema]) => {
    const { of = '#', field = '', requirement = '' } = (schema['x-default'] ?? {}) as Record<string, string>;
    const setting = contract.operations.find((one) => one.method === 'PUT' && one.responsePointer === of.slice(1));
    const shown = echoesOf(creator).find(({ sent }) => sent === name)?.property;
    const stored = setting?.request.properties?.[field];
    if (!setting || !stored || shown === undefined) return [];
    const sample = sampleFor(creator, name);
    const all = schema.enum ?? [sample, ...varyValue(schema, sample).map(([, value]) => value)];
    const values = all.filter((value) => value !== null && compileSchema(schema)(value) && compileSchema(stored)(value));
    const features = featuresOfProperty(contract, schema);
    /** Sends values as settings, and creates invoices without the field. Throws if the settings are refused. */
    const play = ({ subject }: CaseContext) => {
      const { [name]: _sent, ...left } = subject.createBody;
      return {
        async set(value: unknown, by = subject): Promise<void> {
          const body = { ...(await bodyFor(by, setting, undefined)), [field]: value };
          const exchange = await by.send(requestFor(setting, body));
          if (!hasSucceeded(exchange)) throw new CaseInconclusive(`The settings were refused (${exchange.answer?.status}).`);
        },
        make: (more: object = {}, key?: string): Promise<Exchange> => create(subject, key, { ...left, ...more }),
      };
    };
    return [{ name, schema, shown, requirement, features, values: values.slice(0, 3), play }];
  });
}

/** Derives a case for each default that the account's settings determine: it applies to new invoices, not to existing ones. */
export function deriveSettledDefaults(contract: Contract, operation: Operation): Case[] {
  const hasKey = headerOf(operation, 'idempotency-key') !== undefined;
  return (operation.creates ? settledIn(contract) : []).map(
    ({ name, schema, shown, requirement, features, values, play }): Case => {
      const [first, second] = values;

      /** Yields responses that must show a value, each with that value and the reason for it. */
      async function* tries(context: CaseContext): AsyncGenerator<[exchange: Exchange, wanted: unknown, why: string]> {
        const { set, make } = play(context);
        for (const value of values) {
          await set(value);
          yield [await make(), value, 'as the settings say'];
        }
        await set(first);
        if (context.subject.settings.otherToken !== undefined) await set(second, asOther(context.subject));
        const key = hasKey ? crypto.randomUUID() : undefined;
        const made = await make({}, key);
        yield [made, first, 'as the settings of this account say'];
        await set(second);
        yield [await context.subject.fetch(invoiceOf(made).id), first, 'as the settings said when it was created'];
        if (key !== undefined) yield [await make({}, key), first, 'as the settings said when its key was first used'];
        if (compileSchema(schema)(null))
          yield [await make({ [name]: null }), second, 'as the settings say, because null leaves it out'];
      }
      return {
        id: `${operation.slug}/settled/${name}`,
        title: `${name}, left out, is that of the account's settings at that time`,
        ...{ requirement, features, operations: [operation.slug, readerOf(contract).slug], derived: true, alone: true },
        async run(context): Promise<Finding[]> {
          for await (const [exchange, wanted, why] of tries(context)) {
            const { [shown]: received } = invoiceOf(exchange);
            if (received === wanted) continue;
            return broken(contract, requirement, insteadIn(shown, `${showValue(wanted)}, ${why}`, received, [exchange]));
          }
          return [];
        },
      };
    },
  );
}

/** Returns the trials of a restart for defaults from the settings: the settings must survive the restart. */
export const settledTrials = (contract: Contract): Trial[] =>
  settledIn(contract).map(({ name, shown, requirement, features, values: [, second], play }) => ({
    id: `settled-${name}`,
    title: `The ${name} of the settings is that of new invoices after a restart too`,
    ...{ requirement, features, derived: true },
    async prepare(context) {
      const { set, make } = play(context);
      await set(second);
      return async () => {
        const exchange = await make();
        const { [shown]: received } = invoiceOf(exchange);
        const expected = showValue(second);
        return { exchanges: [exchange], expected, received: received === second ? undefined : showValue(received) };
      };
    },
  }));
