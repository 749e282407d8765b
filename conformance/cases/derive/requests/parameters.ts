import { makePayable } from '../../../payments/receipts.ts';
import type { Case } from '../../../src/case/case.ts';
import { excuseRefusal } from '../../../src/checks/check-refusal.ts';
import { listAlternatives } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import { type Contract, keyOf, type Operation, type Parameter, type Schema } from '../../../src/contract/contract.ts';
import { badFormats } from '../../../src/contract/formats.ts';
import { listConstraints } from '../../../src/contract/list-constraints.ts';
import { relationsOf } from '../../../src/contract/relations.ts';
import { sampleOf } from '../../../src/contract/sample-of.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken, insteadOf } from '../../../src/outcome/finding.ts';
import { isAccepted } from '../../../src/subject/plain-calls.ts';
import { requestFor } from '../../../src/subject/request-for.ts';
import type { Subject } from '../../../src/subject/subject.ts';
import { isCallable } from '../../../src/subject/ways-into.ts';
import { canBeSplit, isEntries } from '../../../src/subject/write-parameter.ts';
import { attempt } from '../../../src/text/attempt.ts';
import { bodyToTry } from '../../play/body-to-try.ts';
import { featuresOfParameter, requirementOfParameter, showText, triedByName } from '../../violations/parameters.ts';
import { excuseNarrow } from './excuse-narrow.ts';
import { edgeValue } from './forbidden-value.ts';
import { wholeOf } from './vary-value.ts';
import { shorten } from './written-value.ts';

/** Derives cases: an operation accepts a sample of each parameter, each value of its enum, and the values at its bounds. */
export function deriveParameters(contract: Contract, operation: Operation): Case[] {
  const tried = operation.parameters.filter(
    (parameter) =>
      (!triedByName.includes(parameter.name) || (contract.plain && !parameter.required)) &&
      parameter.in !== 'body' &&
      // An ETag can only come from a response, and a cursor only from a page. Other cases send them.
      !(contract.plain && parameter.name.toLowerCase() === 'if-match') &&
      parameter.name !== operation.pages?.cursor &&
      !parameter.identifies &&
      // The suite cannot make up a value that must equal a stored one.
      !relationsOf({ properties: { [parameter.name]: parameter.schema } }).some(({ of }) => of !== undefined) &&
      !operation.plain?.origins.has(keyOf(parameter)),
  );
  return tried.flatMap((parameter) => {
    const { schema, pointer } = parameter;
    const edges = listConstraints(parameter.name, schema).map((constraint) => edgeValue(schema, constraint, pointer));
    const sample = sampleOf(schema, pointer);
    // An empty list cannot be sent as a parameter, and null cannot be written as text.
    const values = [...(schema.enum ?? []), ...edges, ...(contract.plain ? furtherValues(schema, sample) : [])].filter(
      (value) => {
        const parts = isEntries(value) ? Object.values(value) : [value].flat();
        return parts.length > 0 && parts.every((one) => one !== undefined && one !== null) && canBeSplit(parameter, value);
      },
    );
    const different = new Map([sample, ...values].map((value) => [showText(value), value]));
    return [...different.values()].map((value) => taken(contract, operation, parameter, value));
  });
}

/** Keywords that restrict a string or give examples of it. Without any of them, every string is allowed. */
const ofTexts = ['enum', 'const', 'pattern', 'minLength', 'maxLength', 'examples', 'default'];

/** Checks whether a schema says nothing about which strings are valid. The deployment may refuse many, such as made-up tokens. */
export function isFree(schema: Schema): boolean {
  const { type, format, items, anyOf, oneOf } = schema as Schema & { anyOf?: Schema[]; oneOf?: Schema[] };
  const choices = [anyOf, oneOf].flatMap((list) => list ?? []);
  if (choices.length > 0) return choices.some(isFree);
  if (typeof items === 'object' && items !== null) return isFree(items as Schema);
  const says = ofTexts.some((keyword) => keyword in schema) || Object.hasOwn(badFormats, String(format));
  return (type === undefined || [type].flat().includes('string')) && !says;
}

/** Lists more values to try: both booleans, and each value of an enum in a list, in an alternative or in an object. */
function furtherValues(schema: Schema, sample: unknown): unknown[] {
  const { type, items, properties = {} } = schema;
  const isRight = compileSchema(schema);
  const within = isEntries(sample) ? Object.entries(properties) : [];
  const changed = within.flatMap(([key, property]) =>
    [...(property.enum ?? []), ...furtherValues(property, undefined)].map((one) => ({ ...Object(sample), [key]: one })),
  );
  return [
    ...([type].flat().includes('boolean') ? [true, false] : []),
    ...(items?.enum ?? []).map((one) => [one]),
    ...listAlternatives(schema).map((one) => attempt(() => wholeOf(one.properties ?? {}, Object(sampleOf(one, ''))))),
    ...changed.filter((one) => isRight(one)),
  ];
}

function taken(contract: Contract, operation: Operation, parameter: Parameter, value: unknown): Case {
  const text = showText(value);
  const { name, pointer } = parameter;
  const { slug } = operation;
  const requirement = requirementOfParameter(operation, parameter, '').id;
  const features = featuresOfParameter(parameter);
  return {
    id: `${slug}/parameter/${name}/takes/${encodeURIComponent(text) || 'empty'}`,
    title: `${slug} accepts ${name}: ${shorten(text)}`,
    requirement,
    operations: [slug],
    features,
    ofForm: true,
    proves: [`parameter ${name} of ${operation.id}`],
    async run({ subject }) {
      const values = await valuesToSend(subject, operation);
      const key = keyOf(parameter);
      const send = (one: unknown) => subject.send(requestFor(operation, { ...values, [key]: one }));
      const exchange = await send(value);
      if (isAccepted(operation, exchange.answer)) return [];
      excuseRefusal(operation, exchange);
      if (operation.plain && isFree(parameter.schema))
        throw new CaseSkipped(
          `${operation.method} ${operation.path} refused ${name}: ${text}, and the document does not say which texts it accepts: give an example.`,
        );
      await excuseNarrow(operation, { name, schema: parameter.schema, value, known: values[key], send });
      const difference = `${name} → ${text}`;
      return broken(contract, requirement, { member: name, pointer, difference, ...insteadOf('a success', exchange) });
    },
  };
}

/** Returns the values of a request that succeeds. The tested parameter can be added to them. */
async function valuesToSend(subject: Subject, operation: Operation): Promise<Record<string, unknown>> {
  if (operation.plain) return bodyToTry(subject, operation);
  if (operation.creates) return subject.createBody;
  if (isCallable(subject.contract, operation)) return bodyToTry(subject, operation);
  // The operation succeeds only with a receipt.
  const { invoice, webReceipt, real } = await makePayable(subject);
  if (!real) throw new CaseSkipped('It needs a real receipt: say how to pay with --pay or --adapter.', 'pay');
  return { invoiceId: invoice.id, webReceipt };
}
