import type { Case } from '../../../src/case/case.ts';
import { featuresOf, featuresOfProperty } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import { type Contract, echoOf, operationById, requirementById } from '../../../src/contract/contract.ts';
import { showValue } from '../../../src/contract/describe-schema.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { breachOf, nameOf, type Relation, type Rounding, relationsOf, round } from '../../../src/contract/relations.ts';
import { stepOf } from '../../../src/contract/step-of.ts';
import { broken } from '../../../src/outcome/finding.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';
import { createdWith } from '../../play/create-with.ts';

/** Ways in which a server may multiply two numbers and round the product to `decimals`. */
const ways: ((value: number, times: number, decimals: number) => number)[] = [
  ...(['down', 'up', 'half-up', 'half-even'] as Rounding[]).map(
    (how) => (value: number, times: number, decimals: number) => round(Number((value * times).toFixed(6)), decimals, how),
  ),
  (value, times, decimals) => Math.round(value * times * 10 ** decimals) / 10 ** decimals,
  (value, times, decimals) => Math.round((value / 100) * times * 100 * 10 ** decimals) / 10 ** decimals,
  (value, times, decimals) => Number((value * times).toFixed(decimals)),
  (value, times, decimals) => round(Number((Math.floor(value) * times).toFixed(6)), decimals, 'half-up'),
];

/**
 * Derives a case for each rounded product in the response of create. It sends values for which the contract's way of rounding and
 * the other ways give different results.
 */
export function deriveRounded(contract: Contract, operationId: string): Case[] {
  const { slug, request, response, responsePointer } = operationById(contract, operationId);
  return relationsOf(response).flatMap((relation) => {
    const { property, field = '', rounded, place } = relation;
    const echo = echoOf(field, response.properties?.[field] ?? {});
    if (operationId !== 'createPayment' || !rounded || place !== undefined || echo?.operation !== operationId) return [];
    const requirement = requirementById(contract, relation.requirement);
    const features = [
      ...new Set([...featuresOf(requirement), ...featuresOfProperty(contract, response.properties?.[property] ?? {})]),
    ];
    const values = tellingValues(relation, request.properties?.[echo.sent] ?? {});
    return [
      {
        id: `${slug}/rounded/${nameOf(relation)}`,
        title: `${property} in the response of ${slug} is rounded as the contract says, where other ways differ`,
        requirement: requirement.id,
        operations: [slug],
        ...(features.length > 0 && { features }),
        derived: true,
        async run({ subject }) {
          for (const value of values) {
            const exchange = await createdWith(subject, { [echo.sent]: value });
            const pointer = `${responsePointer}/properties/${pointed(property)}`;
            const about = { member: property, pointer, exchanges: [exchange] };
            // A server that validates its own responses may fail with a 5xx if its rounding is wrong. It counts here, because no
            // other case sends this value.
            const { status = 0, text } = exchange.answer ?? {};
            if (status >= 500)
              return broken(contract, requirement.id, {
                ...{ ...about, expected: `a success with ${echo.sent}: ${value}`, received: `${status} ${showValue(text)}` },
              });
            const invoice = invoiceOf(exchange);
            const expected = breachOf(relation, invoice);
            if (expected === undefined) continue;
            return broken(contract, requirement.id, { ...about, expected, received: `${property}: ${invoice[property]}` });
          }
          return [];
        },
      },
    ];
  });
}

/** Returns, for each wrong way of rounding, the first allowed value for which its result is wrong. */
function tellingValues({ times = 1, rounded = 'down', decimals }: Relation, schema: Parameters<typeof stepOf>[0]): number[] {
  const step = stepOf(schema);
  const isAllowed = compileSchema(schema);
  const digits = Number(decimals);
  const found = ways.map((way) => {
    for (let index = 1; index <= 50_000; index++) {
      const value = Number((index * step).toFixed(6));
      const right = round(Number((value * times).toFixed(6)), digits, rounded);
      if (way(value, times, digits) !== right && isAllowed(value)) return [value];
    }
    return [];
  });
  return [...new Set(found.flat())];
}
