import type { Case } from '../../../src/case/case.ts';
import { numberText, significant } from '../../../src/checks/compare-field.ts';
import { featuresOfProperty } from '../../../src/contract/claimed-schema.ts';
import { compileSchema } from '../../../src/contract/compile-schema.ts';
import {
  type Contract,
  type Operation,
  type Requirement,
  requirementById,
  requirementsOf,
  type Schema,
} from '../../../src/contract/contract.ts';
import { decimalsOf } from '../../../src/contract/exact-numbers.ts';
import { type Relation, relationsOf } from '../../../src/contract/relations.ts';
import { type Exchange, isSuccess, responseObject } from '../../../src/http/exchange.ts';
import { CaseSkipped } from '../../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadOf } from '../../../src/outcome/finding.ts';
import { isCallable } from '../../../src/subject/ways-into.ts';
import { firstWrong } from '../../play/odd-input.ts';
import { echoesOf } from './sent-values.ts';
import { acceptedValue, judgeRefusedValue, refusedValue, refusedValueCovers, sendWith } from './written-value.ts';

/** Numbers in JSON notation, keyed by what each tests. Numbers with more decimals than the field allows must be refused. */
const written: Record<string, string> = {
  'a-tenth': '0.1',
  'a-price': '19.99',
  // In binary, 1.15 * 100 is 114.99999999999999 and 1.15 % 0.01 is not 0, so checks that calculate in this way fail.
  'binary-trap': '1.15',
  // As a 32-bit float, this is 131072.06.
  'large-with-cents': '131072.07',
  // This number changes as a 32-bit float, when written with 17 or 6 digits, and when multiplied by 100 and then truncated.
  'every-mistake': '263094.29',
  'trailing-zeros': '15.00',
  'more-zeros-than-cents': '15.0000',
  'exponent-with-sign': '1.5E+1',
  'exponent-below': '150e-1',
  exponent: '1.5e1',
  'three-decimals': '1.005',
  'one-thousandth-over': '10.001',
  'decimals-in-exponent': '1005e-3',
  'next-double': '10.000000000000002',
};

/** Numbers that a field with positive bounds must reject: spellings of zero, and numbers beyond the range of common types. */
const outside: Record<string, string> = {
  'zero-below': '-0',
  'zero-with-decimals': '0.00',
  'zero-with-exponent': '0e9',
  'beyond-integers': '1e30',
  'beyond-all': '1e400',
  'next-to-nothing': '1e-30',
};

/** Valid numbers in unusual notations: with exponents, or with more zeros than needed. */
const spellings = [
  ...['1e1', '2E2', '1e+1', '1E+2', '0.1e1', '100e-2', '1E-2', '1.10', '10.0', '12.340000', '0.0125e3', '99999999e-2', '5e0'],
  ...['1.15e2', '700e-2', '0.070', '8.20e+0', '1.0000000000000000000000', `12.5${'0'.repeat(40)}`],
];

/** Numbers with too many decimals that are close to a valid number. Some are the next double after that number. */
const tooFine = [
  ...['0.011', '1.001', '999999.989', '12.3400001', '0.30000000000000004', '64.10000000000001', '1.0000000000000002'],
  ...['0.010000000000000002', '1.005e0', '12345e-3', '8.200000000000001', '10000.0000001'],
];

/** Doubles as some clients write them: rounded or cut to 17 digits, with an exponent, or with every digit. */
const doubles = [
  ...[999_999.99, 263_094.29, 4097.11, 19.99, 0.07].map((value) => value.toPrecision(17)),
  ...[
    '9.9999998999999999e+05',
    '12.339999999999999',
    '8.1999999999999993',
    '12.339999999999999857891452847979962825775146484375',
  ],
];

/** The contract's rules for a number with limited decimals. */
interface Stated {
  operation: Operation;
  field: string;
  schema: Schema;
  isAllowed(json: string): boolean;
  /** The maximum number of decimals; if it depends on the unit, the highest maximum. */
  most: number;
  features: string[];
  /** The requirement that limits the decimals, and the code of the item in `errors` for a number with too many. */
  limit: { requirement: string; code?: string };
  /** The requirement that the response repeats the number exactly, or the request field's requirement if there is none. */
  exact: Requirement;
  spelling: Requirement;
  nearest: Requirement;
}

/** Derives cases for a number with limited decimals (`is: decimals`): every spelling is accepted, more decimals are refused. */
export function deriveDecimals(contract: Contract, operation: Operation): Case[] {
  if (!isCallable(contract, operation)) return [];
  return relationsOf(operation.request).flatMap((relation) => {
    const stated = relation.is === 'decimals' && relation.place === undefined && read(contract, operation, relation);
    return stated ? [...insideOf(contract, stated), ...outsideOf(contract, stated), ...digitsOf(contract, stated)] : [];
  });
}

function read(contract: Contract, operation: Operation, relation: Relation): Stated | undefined {
  const { property: field, decimals = {}, requirement } = relation;
  const { [field]: schema = {}, [relation.field ?? '']: unit } = operation.request.properties ?? {};
  // If some unit has no limit on decimals, no number is certain to have too many.
  if (typeof decimals === 'object' && !(unit?.enum ?? ['']).every((one) => Object.hasOwn(decimals, String(one))))
    return undefined;
  const own = requirementById(contract, requirement);
  const about = (topic: string) => requirementsOf(contract, schema).find((one) => one.about === topic) ?? own;
  const shown = echoesOf(operation).find(({ sent }) => sent === field)?.schema ?? {};
  const ofResponse = relationsOf({ properties: { [field]: shown } }).find(({ is }) => is === 'decimals');
  const isRight = compileSchema(schema);
  return {
    ...{ operation, field, schema, isAllowed: (json) => isRight(Number(json)) as boolean },
    most: typeof decimals === 'number' ? decimals : Math.max(...Object.values(decimals)),
    features: featuresOfProperty(contract, schema),
    limit: { requirement, ...(own.item !== undefined && { code: own.item }) },
    exact: ofResponse ? requirementById(contract, ofResponse.requirement) : own,
    spelling: about('number-spelling'),
    nearest: about('nearest-double'),
  };
}

/** Returns the id of a requirement's clause, or of the requirement itself if it has no such clause. */
const clauseOf = ({ id, clauses = {} }: Requirement, clause: string): string =>
  Object.hasOwn(clauses, clause) ? `${id}/${clause}` : id;

/** Returns a number in its shortest spelling. */
const plain = (json: string): string => String(Number(json));

const isFiner = (json: string, { most }: Stated): boolean => decimalsOf(Number(json)) > most;

function insideOf(contract: Contract, stated: Stated): Case[] {
  const { operation, field, isAllowed, features, limit, exact, spelling } = stated;
  return Object.entries(written).flatMap(([id, json]) => {
    if (!isAllowed(json)) return [];
    const value = { id, json, features, derived: true };
    if (isFiner(json, stated)) return [refusedValue(operation, field, { ...value, ...limit })];
    const isPlain = json === plain(json);
    const requirement = isPlain ? exact.id : clauseOf(spelling, /e/i.test(json) ? 'exponents' : 'zeros');
    return [acceptedValue(contract, operation, field, { ...value, requirement, echoed: plain(json) })];
  });
}

function outsideOf(contract: Contract, stated: Stated): Case[] {
  const { operation, field, schema, features, limit } = stated;
  const { minimum, maximum } = schema;
  const owner = (keyword: string) => requirementsOf(contract, schema).find(({ keywords }) => keywords?.includes(keyword));
  return Object.entries(outside).flatMap(([id, json]) => {
    const value = Number(json);
    const isBelow = typeof minimum === 'number' && minimum > 0 && value < minimum;
    const isAbove = typeof maximum === 'number' && value > maximum;
    const requirement = isBelow ? owner('minimum') : isAbove ? owner('maximum') : undefined;
    if (!requirement) return [];
    // If the number breaks a bound and has too many decimals as well, the problem may name either mistake. If it exceeds the
    // range of a double, the problem may name any mistake.
    const code = [requirement.item, isFiner(json, stated) ? limit.code : undefined].filter((one) => one !== undefined);
    const about = { id, json, features, derived: true, requirement: requirement.id };
    return [refusedValue(operation, field, { ...about, ...(Number.isFinite(value) && code.length > 0 && { code }) })];
  });
}

/** How many numbers to search, for each magnitude and first digit, to find the one that breaks the most calculations. */
const candidates = 400;

/** Finds numbers with which binary calculations fail: one for each order of magnitude and first digit. */
function trapsFor(decimals: number, { maximum = 999_999.99 }: Schema): string[] {
  const scale = 10 ** decimals;
  const failures = (units: number): number => {
    const value = units / scale;
    const results = [value * scale, value / (1 / scale), (value * scale * 10) / 10, value * scale * 100 * (1 / scale)];
    // A wrong truncation counts three times, because it happens only if the product is slightly too small.
    return (
      results.filter((one) => !Number.isInteger(one)).length +
      3 * Number(Math.trunc(value * scale) !== units) +
      Number(Math.round(Math.fround(value) * scale) !== units)
    );
  };
  const most = Math.min(Number(maximum) * scale, 1e12);
  const bands = Array.from({ length: 9 * Math.ceil(Math.log10(most)) }, (_, at) => {
    const width = 10 ** Math.floor(at / 9);
    return { start: ((at % 9) + 1) * width, width };
  });
  return bands.flatMap(({ start, width }) => {
    const step = Math.max(1, Math.floor(width / candidates));
    const units = Array.from({ length: Math.min(width, candidates) }, (_, at) => start + at * step + (at % step));
    const scores = units.map(failures);
    const worst = Math.max(...scores);
    return worst === 0 ? [] : [String((units[scores.indexOf(worst)] as number) / scale)];
  });
}

function digitsOf(contract: Contract, stated: Stated): Case[] {
  const { operation, field, schema, isAllowed, most, features, limit, exact, spelling, nearest } = stated;
  const about = { operations: [operation.slug], derived: true, features };
  const isRepeated = echoesOf(operation).some(({ property, sent }) => property === field && sent === field);
  const judge = (requirement: string, json: string, exchange: Exchange): Finding[] => {
    const said = { member: field, difference: `${field}: ${json}` };
    const { answer: response } = exchange;
    if (!response || !isSuccess(response)) return broken(contract, requirement, { ...said, ...insteadOf('a success', exchange) });
    const value = responseObject(response)?.[field];
    // The digits are not found in the text if the response escapes the name of the field.
    const shown = numberText(response.text, field) ?? (typeof value === 'number' ? String(value) : undefined);
    // A long number already has binary noise in its last digits, so only its value is compared.
    const isExact = json.length > 16 || significant(shown ?? '') === significant(plain(json));
    if (!isRepeated || (shown !== undefined && Number(shown) === Number(json) && isExact)) return [];
    const [expected, received] = [`${field}: ${plain(json)}`, `${field}: ${shown}`];
    return broken(contract, exact.id, { ...said, expected, received, exchanges: [exchange] });
  };
  const kinds: [id: string, title: string, requirement: string, samples: string[]][] = [
    ['cents', 'on which binary calculations fail, and returns the same digits', limit.requirement, trapsFor(most, schema)],
    ['spellings', 'with an exponent or extra zeros', clauseOf(spelling, 'exponents'), spellings],
    ['doubles', 'with all digits of its double as the nearest decimal', nearest.id, doubles],
  ];
  const accepted = kinds.flatMap(([id, title, requirement, samples]): Case[] => {
    const fitting = samples.filter((json) => isAllowed(json) && !isFiner(json, stated));
    if (fitting.length === 0) return [];
    return [
      {
        ...{ ...about, requirement, covers: [exact.id] },
        id: `${operation.slug}/${field}-digits/${id}`,
        title: `${operation.slug} accepts a ${field} ${title}`,
        async run({ subject }) {
          // Skips numbers that the stored object does not allow. If none is left, the whole case is skipped for that reason.
          const skipped: CaseSkipped[] = [];
          const findings = await firstWrong(fitting, async (json) => {
            try {
              return judge(requirement, json, await sendWith(subject, operation, field, json, true));
            } catch (error) {
              if (!(error instanceof CaseSkipped)) throw error;
              skipped.push(error);
              return [];
            }
          });
          if (skipped.length === fitting.length) throw skipped.at(-1);
          return findings;
        },
      },
    ];
  });
  const finer = tooFine.filter((json) => isAllowed(json) && isFiner(json, stated));
  if (finer.length === 0) return accepted;
  return [
    ...accepted,
    {
      ...{ ...about, requirement: limit.requirement, covers: refusedValueCovers(operation) },
      id: `${operation.slug}/${field}-digits/too-fine`,
      title: `${operation.slug} refuses a ${field} with too many decimals, whichever the last one is`,
      run: ({ subject, features: claimed }) =>
        firstWrong(finer, async (json) => {
          const exchange = await sendWith(subject, operation, field, json, false);
          const refused = { ...limit, member: field, difference: `${field}: ${json}` };
          return judgeRefusedValue(contract, operation, claimed, refused, exchange);
        }),
    },
  ];
}
