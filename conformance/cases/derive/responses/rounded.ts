import type { Case } from '../../../src/case/case.ts';
import { featuresOfProperty } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import type { Contract, Operation, Schema } from '../../../src/contract/contract.ts';
import { exact, type Rounding, round } from '../../../src/contract/exact-numbers.ts';
import { pointed } from '../../../src/contract/follow-reference.ts';
import { breachOf, nameOf, type Relation, relationsOf } from '../../../src/contract/relations.ts';
import { stepOf } from '../../../src/contract/step-of.ts';
import { broken, insteadOf } from '../../../src/outcome/finding.ts';
import { invoiceOf } from '../../../src/subject/shared-exchanges.ts';
import { createdWith } from '../../play/create-with.ts';
import { firstWrong } from '../../play/odd-input.ts';
import { echoesOf } from '../requests/sent-values.ts';

/** The numbers with which one unit's product is calculated. `others` has the numbers of the other units. */
interface Product {
  times: number;
  added: number;
  decimals: number;
  others: { added: number; decimals: number }[];
}

const rounding =
  (how: Rounding) =>
  (value: number, { times, added, decimals }: Product): number =>
    round(exact(value * times + added), decimals, how);

/** Ways in which a server may multiply two numbers, add a third, and round the result. */
const ways: ((value: number, product: Product) => number)[] = [
  ...(['down', 'up', 'half-up', 'half-even'] as Rounding[]).map(rounding),
  (value, { times, added, decimals }) => Math.round((value * times + added) * 10 ** decimals) / 10 ** decimals,
  (value, { times, added, decimals }) =>
    Math.round((value / 100) * times * 100 * 10 ** decimals + added * 10 ** decimals) / 10 ** decimals,
  (value, { times, added, decimals }) => Number((value * times + added).toFixed(decimals)),
  (value, product) => rounding('half-up')(Math.floor(value), product),
  // Leaves out the addition, adds before the multiplication, or uses numbers of another unit.
  (value, product) => rounding('half-up')(value, { ...product, added: 0 }),
  (value, product) => rounding('half-up')(value + product.added, { ...product, added: 0 }),
  (value, product) => rounding('half-up')(value, { ...product, ...product.others[0] }),
  (value, product) => rounding('half-up')(value, { ...product, decimals: product.others[0]?.decimals ?? product.decimals }),
  (value, product) => rounding('half-up')(value, { ...product, added: product.others[0]?.added ?? product.added }),
];

/** Derives a case for each unit of each rounded product of create, with values that reveal wrong ways of rounding. */
export function deriveRounded(contract: Contract, operation: Operation): Case[] {
  if (!operation.creates) return [];
  const { slug, request, response, responsePointer } = operation;
  const sentFor = (name = ''): string | undefined => echoesOf(operation).find(({ property }) => property === name)?.sent;
  return relationsOf(response).flatMap((relation) => {
    const { property, field, rounded, place, unit, requirement } = relation;
    const [sent, unitSent] = [sentFor(field), sentFor(unit)];
    if (!rounded || place !== undefined || sent === undefined) return [];
    if (unit !== undefined && unitSent === undefined) return [];
    const features = featuresOfProperty(contract, response.properties?.[property] ?? {});
    return productsOf(relation).map(([name, product]): Case => {
      const values = tellingValues(product, rounded, request.properties?.[sent] ?? {});
      const base = name !== undefined && unitSent !== undefined ? { [unitSent]: name } : {};
      return {
        id: `${slug}/rounded/${nameOf(relation)}${name === undefined ? '' : `/${name}`}`,
        title: `${property} in the response of ${slug}${name === undefined ? '' : ` with ${name}`} is rounded as the contract says, where other ways differ`,
        requirement,
        operations: [slug],
        features,
        async run({ subject }) {
          return firstWrong(values, async (value) => {
            const exchange = await createdWith(subject, { ...base, [sent]: value });
            const about = { member: property, pointer: `${responsePointer}/properties/${pointed(property)}` };
            // Reports a 5xx: a server that validates its responses may fail if it rounds wrongly. No other case sends this value.
            if (exchange.answer && exchange.answer.status >= 500)
              return broken(contract, requirement, { ...about, ...insteadOf(`a success with ${sent}: ${value}`, exchange) });
            const invoice = invoiceOf(exchange);
            const expected = breachOf(relation, invoice);
            if (expected === undefined) return [];
            const received = `${property}: ${invoice[property]}`;
            return broken(contract, requirement, { ...about, expected, received, exchanges: [exchange] });
          });
        },
      };
    });
  });
}

/** Lists the products of a relation: one for each unit, or a single one without units. */
function productsOf({ times = 1, added = 0, decimals = 0 }: Relation): [unit: string | undefined, Product][] {
  const units = [...new Set([added, decimals].flatMap((one) => (typeof one === 'object' ? Object.keys(one) : [])))];
  const of = (stated: typeof added, unit: string): number => (typeof stated === 'number' ? stated : (stated[unit] ?? 0));
  const ofUnit = (unit: string) => ({ added: of(added, unit), decimals: of(decimals, unit) });
  if (units.length === 0) return [[undefined, { times, ...ofUnit(''), others: [] }]];
  return units.map((unit) => [unit, { times, ...ofUnit(unit), others: units.filter((one) => one !== unit).map(ofUnit) }]);
}

/** Returns, for each wrong way of rounding, the first allowed value for which its result is wrong. */
function tellingValues(product: Product, rounded: Rounding, schema: Schema): number[] {
  const step = stepOf(schema);
  const isAllowed = compileSchema(schema);
  const right = rounding(rounded);
  // Binary arithmetic is wrong only where the exact product is a whole number or a half.
  const isEdge = (value: number): boolean =>
    Number.isInteger(exact(2 * (value * product.times + product.added) * 10 ** product.decimals));
  const values = Array.from({ length: 200_000 }, (_, index) => exact((index + 1) * step)).filter(
    (value, index) => (index < 2000 || isEdge(value)) && isAllowed(value),
  );
  return [...new Set(ways.flatMap((way) => values.find((value) => way(value, product) !== right(value, product)) ?? []))];
}
