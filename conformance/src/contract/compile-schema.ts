import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Schema } from './contract.ts';
import { plainFormats } from './formats.ts';

// The source document says "ISO 8601" and "URL" and no more, so these are wider than RFC 3339 and RFC 3986:
// seconds, fraction and zone may be absent, and a URL is anything that the WHATWG parser takes as absolute.
// That parser reads https:///pay/7 as a host named pay, so http and https must name a host (RFC 9110, section 4.2).
const isoDateTime = /^(\d{4})-?(\d\d)-?(\d\d)[Tt ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,]\d+)?)?(?:[Zz]|[+-]\d\d(?::?\d\d)?)?$/;
const absoluteUrl = /^(?:https?:\/\/[^\s/?#]\S*|(?!https?:)[a-z][a-z0-9+.-]*:\S+)$/i;

// The contract's own lint checks it against the meta-schema; here that would take longer than compiling all validators.
const ajv = makeAjv();

const compiled = new Map<string, ValidateFunction>();

/** Compiles a validator for a schema of the contract. */
export function compileSchema(schema: Schema): ValidateFunction {
  // Cached by its text: each case makes the same schema anew, and compiling takes longer than a request.
  const text = JSON.stringify(schema);
  const validate = compiled.get(text) ?? ajv.compile(schema);
  compiled.set(text, validate);
  return validate;
}

const ofDocument = new WeakMap<Schema, Ajv2020>();

export function compileReference(document: Schema, reference: string): ValidateFunction {
  const own = ofDocument.get(document) ?? makeAjv().addSchema(document, 'contract');
  ofDocument.set(document, own);
  return own.getSchema(`contract${reference}`) ?? own.compile({ $ref: `contract${reference}` });
}

function makeAjv(): Ajv2020 {
  const made = new Ajv2020({ allErrors: true, strict: false, validateSchema: false, logger: false });
  for (const [name, judge] of Object.entries(plainFormats)) made.addFormat(name, judge);
  made.addFormat('date-time', isDateTime);
  made.addFormat('uri', (text: string) => absoluteUrl.test(text) && URL.canParse(text));
  return made;
}

function isDateTime(text: string): boolean {
  const parts = isoDateTime.exec(text);
  if (!parts) return false;
  const [year, month, day, hour, minute, second] = parts.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  // A leap second is the last of an hour, or of a quarter in some zones.
  const isSecond = second <= 59 || (second === 60 && minute % 15 === 14);
  return month >= 1 && month <= 12 && day >= 1 && day <= lastDay && hour <= 23 && minute <= 59 && isSecond;
}
