import type { Case } from '../../../src/case/case.ts';
import { checkProblem } from '../../../src/checks/check-problem.ts';
import { checkRefusal } from '../../../src/checks/check-refusal.ts';
import { type Contract, type Operation, requirementAbout, requirementById } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { type Exchange, isSuccess, responseObject } from '../../../src/http/exchange.ts';
import { broken, insteadIn } from '../../../src/outcome/finding.ts';
import { baselineOf } from '../../../src/subject/baseline.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { firstWrong, judgeNoServerError } from '../../play/odd-input.ts';

/** Field names that no request of the payment contract has. Some are special in a programming language or format. */
const odd = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', '', ' ', '$ref', '$schema', '@type'],
  ...['@class', 'x-trace', 'x_trace', '_comment', '//', 'a.b', 'a[b]', '☕', 'cof\u0000fee', 'null', '0', 'id', 'account'],
  ...['metadata', 'token', 'a'.repeat(300)],
];

/** The names in `odd` that most often cause errors. */
const stumblingBlocks = ['__proto__', 'constructor', '', 'cof\u0000fee'];

/** Values for an unknown field. A server may treat some of them, such as null, as absent. */
const values = [1, null, '', false, [], {}];

/** Returns a field's name in snake case, in kebab case, with a capital, and without a leading `is`. */
function respelled(field: string): string[] {
  const [snake, kebab] = ['_', '-'].map((joint) => field.replace(/[A-Z]/g, (one) => `${joint}${one.toLowerCase()}`));
  const bare = field.replace(/^is([A-Z])/, (_, one: string) => one.toLowerCase());
  return [snake, kebab, field.replace(/^./, (one) => one.toUpperCase()), bare].filter((name) => name !== field) as string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Derives cases which check that an unknown name causes no 5xx, and that a strict deployment refuses it. */
export function deriveOddNames(contract: Contract, operation: Operation): Case[] {
  const word = operation.slug.split('-')[0];
  const strict = requirementById(contract, `${word}-refuses-unknown-members`);
  const pointer = operation.requestPointer;
  const success = requirementAbout(operation, 'success').id;
  const properties = operation.request.properties ?? {};
  const names = odd.filter((name) => !Object.hasOwn(properties, name));
  const tries = [
    ...names.map((name, at) => ({ name, valueIn: (): unknown => values[at % values.length] })),
    // Sends each respelled name with a valid value of the field that it resembles.
    ...Object.entries(properties).flatMap(([field, schema]) =>
      respelled(field)
        .filter((name) => !Object.hasOwn(properties, name))
        .map((name) => ({
          name,
          valueIn: (body: Fields): unknown => body[field] ?? [schema.examples].flat()[0] ?? schema.default,
        })),
    ),
  ];
  return [
    {
      id: `${operation.slug}/odd-names/harmless`,
      title: `${operation.slug} with an unknown field of any name does not lead to a 5xx`,
      requirement: 'bad-input-is-no-server-error',
      covers: [success],
      operations: [operation.slug],
      takesEither: true,
      async run({ subject }) {
        const { body } = await baselineOf(subject, operation);
        const [field, sent] = 'amount' in body ? ['amount', body.amount] : ['id', body.invoiceId];
        const shownIn = (exchange: Exchange): unknown =>
          exchange.answer && isSuccess(exchange.answer) && responseObject(exchange.answer)?.[String(field)];
        // Sends all names together first, and then some separately: a strict deployment may judge only the first name.
        const all = await sentWith(subject, operation, names);
        if (shownIn(all) === sent) return [];
        const { status = 0 } = all.answer ?? {};
        const isRefused = status >= 400 && status < 500;
        return firstWrong(isRefused ? stumblingBlocks : names, async (name) => {
          const exchange = await sentWith(subject, operation, [name]);
          if (!exchange.answer || !isSuccess(exchange.answer)) return judgeNoServerError(contract, name, '1', exchange);
          if (shownIn(exchange) === sent) return [];
          const about = { pointer, difference: `${JSON.stringify(name)}: absent → 1` };
          const wrong = insteadIn(String(field), showValue(sent), shownIn(exchange), [exchange]);
          return broken(contract, success, { ...about, ...wrong, member: name });
        });
      },
    },
    {
      id: `${operation.slug}/odd-names/refused`,
      title: `${operation.slug} with an unknown field of any name is refused with unknown_property`,
      requirement: strict.id,
      covers: ['problem-names-members', `${word}-validation-is-422`],
      operations: [operation.slug],
      run: ({ subject, features }) =>
        firstWrong(tries, async ({ name, valueIn }) => {
          const { accepted, body } = await baselineOf(subject, operation);
          const value = valueIn(body);
          const exchange = await sentWith(subject, operation, [name], value);
          const about = {
            ...{ requirement: strict, pointer, member: name },
            difference: `${JSON.stringify(name)}: absent → ${JSON.stringify(value)}`,
          };
          const findings = checkRefusal(contract, { ...about, baselineAccepted: accepted }, exchange);
          if (findings.length > 0 || !features.has('problem-details')) return findings;
          const problem = {
            requirement: requirementById(contract, `${word}-validation-is-422`),
            code: 'validation_failed',
            // Servers easily confuse the pointer to the empty name with that to the whole body.
            ...(name !== '' && { item: { pointer: `/${pointed(name)}`, code: 'unknown_property' } }),
          };
          return checkProblem(contract, { ...about, problem }, exchange);
        }),
    },
  ];
}

async function sentWith(subject: Subject, operation: Operation, more: readonly string[], value: unknown = 1): Promise<Exchange> {
  const { body } = await baselineOf(subject, operation);
  // Builds the object from entries, which keeps a field named __proto__. An assignment would set the prototype.
  const fields = Object.fromEntries([...Object.entries(body), ...more.map((name) => [name, value])]);
  return subject.send(requestFor(operation, fields));
}
