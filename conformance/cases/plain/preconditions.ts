import type { Case } from '../../src/case/case.ts';
import { compileSchema } from '../../src/contract/compile-schema.ts';
import { type Contract, keyOf, type Operation, type Parameter, type Schema } from '../../src/contract/contract.ts';
import { textsLike } from '../../src/contract/plain/give-examples.ts';
import { documents } from '../../src/contract/plain/read-responses.ts';
import { type Exchange, hasSucceeded, responseHeader } from '../../src/http/exchange.ts';
import { withHeader } from '../../src/http/json-request.ts';
import { CaseSkipped } from '../../src/outcome/case-skipped.ts';
import { broken, type Finding, insteadOf } from '../../src/outcome/finding.ts';
import { headerOf, readTag } from '../../src/subject/entity-tag.ts';
import { acceptedCall, freshValues, valuesOfMade } from '../../src/subject/plain-calls.ts';
import { type Inputs, pathOnly, requestFor } from '../../src/subject/request-for.ts';
import type { Subject } from '../../src/subject/subject.ts';
import { type Judge, plainCase } from './plain-case.ts';

/** Checks whether the operation makes an object whose id the client chooses. */
const makesNamed = ({ id, plain }: Operation): boolean =>
  [...(plain?.origins.values() ?? [])].some(({ operation, chosen }) => operation === id && chosen !== undefined);

/** Derives cases for the conditions of a request: If-Match with a 412, If-None-Match with a 304, and Range with a 206. */
export function derivePreconditions(_contract: Contract, operation: Operation): Case[] {
  const { slug, method } = operation;
  const [match, noneMatch] = ['if-match', 'if-none-match'].map((name) => headerOf(operation, name));
  const make = (id: string, title: string, judge: Judge): Case =>
    plainCase(operation, [id, title, `${slug}.precondition`], judge);
  return [
    ...(match && method !== 'GET' && documents(operation, '412')
      ? [
          make('if-match/current', 'is done with the ETag that was read', (subject) => currentTag(subject, operation, match)),
          make('if-match/other', 'is not done with another ETag', (subject) => otherTag(subject, operation, match)),
        ]
      : []),
    ...(noneMatch && makesNamed(operation) && documents(operation, '412') && compileSchema(noneMatch.schema)('*')
      ? [make('if-none-match/any', 'makes with * only what is not there', (subject) => onlyOnce(subject, operation, noneMatch))]
      : []),
    ...(method === 'GET' && documents(operation, '304')
      ? [
          make('if-none-match', 'has the status 304 for the ETag that was read', (subject) =>
            notModified(subject, operation, noneMatch),
          ),
        ]
      : []),
    ...(method === 'GET' && documents(operation, '206')
      ? [make('range', 'returns the part that Range names', (subject) => partOf(subject, operation))]
      : []),
  ];
}

/** Makes a function that reports a finding about a header of an operation. The last exchange has the wrong response. */
const blameOf =
  ({ contract }: Subject, { slug }: Operation) =>
  (member: string, expected: string, exchanges: Exchange[]): Finding[] =>
    broken(contract, `${slug}.precondition`, { member, ...insteadOf(expected, exchanges.at(-1) as Exchange), exchanges });

/** Creates an object. Returns the values of a request for it, and its ETag. */
async function begin(subject: Subject, operation: Operation): Promise<{ values: Inputs; tag: string }> {
  const values = await valuesOfMade(subject, operation);
  const tag = await readTag(subject, operation, values);
  if (tag === undefined) throw new CaseSkipped(`Not tried, because a GET of ${operation.path} returns no ETag.`);
  if (tag.startsWith('W/')) throw new CaseSkipped('Not tried, because If-Match never matches a weak ETag.');
  return { values, tag };
}

async function currentTag(subject: Subject, operation: Operation, match: Parameter): Promise<Finding[]> {
  const blame = blameOf(subject, operation);
  for (let turn = 0; turn < 3; turn++) {
    const { values, tag } = await begin(subject, operation);
    const exchange = await subject.send(requestFor(operation, { ...values, [keyOf(match)]: tag }));
    if (exchange.answer?.status !== 412) return [];
    // If no operation makes an object for this case alone, another case may have changed the object in between.
    if ((await readTag(subject, operation, values)) === tag)
      return blame(match.name, `a success with the stored ETag ${tag}`, [exchange]);
  }
  throw new CaseSkipped('Not tried, because other calls change the object meanwhile.');
}

/** Creates an object with `If-None-Match: *`, which is possible only once. */
async function onlyOnce(subject: Subject, operation: Operation, noneMatch: Parameter): Promise<Finding[]> {
  const blame = blameOf(subject, operation);
  const values = { ...(await freshValues(subject, operation)), [keyOf(noneMatch)]: '*' };
  const [first, again] = [await subject.send(requestFor(operation, values)), await subject.send(requestFor(operation, values))];
  if (hasSucceeded(again)) return blame(noneMatch.name, '412: it exists, and * allows only what does not', [first, again]);
  const reading = subject.contract.operations.find(({ method, path }) => method === 'GET' && path === operation.path);
  if (first.answer?.status !== 412 || !reading) return [];
  // An id from an example may belong to an object that already exists.
  const read = await subject.send(requestFor(reading, pathOnly(reading, values)));
  const isNew = read.answer?.status === 404;
  return isNew ? blame(noneMatch.name, 'a success, because it does not exist yet', [first, read]) : [];
}

/** Sends an ETag that the object never had and, after a change, the one that it had before. */
async function otherTag(subject: Subject, operation: Operation, match: Parameter): Promise<Finding[]> {
  const blame = blameOf(subject, operation);
  const { values, tag } = await begin(subject, operation);
  const send = (sent: string) => subject.send(requestFor(operation, { ...values, [keyOf(match)]: sent }));
  const other = otherThan(tag, match.schema);
  if (other !== undefined) {
    const exchange = await send(other);
    if (hasSucceeded(exchange)) return blame(match.name, `412: the ETag ${other} is not the stored one, ${tag}`, [exchange]);
  }
  if (operation.method === 'DELETE') return [];
  const changed = await send(tag);
  const now = hasSucceeded(changed) ? await readTag(subject, operation, values) : undefined;
  if (now === undefined || now === tag) return [];
  const exchange = await send(tag);
  const expected = `412: the ETag ${tag} is from before the change, and is ${now} now`;
  return hasSucceeded(exchange) ? blame(match.name, expected, [changed, exchange]) : [];
}

/** Makes an ETag that differs from a known one and that the parameter allows. */
function otherThan(tag: string, schema: Schema = {}): string | undefined {
  const isAllowed = compileSchema(schema);
  const made = [`"${crypto.randomUUID()}"`, '"0"', ...(typeof schema.pattern === 'string' ? textsLike(schema.pattern) : [])];
  return made.find((one) => /^"[^"]*"$/.test(one) && one !== tag && isAllowed(one));
}

/** Sends If-None-Match. Requires a 304 for the current ETag only if the header is documented. Allows no 304 for another ETag. */
async function notModified(subject: Subject, operation: Operation, parameter: Parameter | undefined): Promise<Finding[]> {
  const blame = blameOf(subject, operation);
  const spec = requestFor(operation, (await acceptedCall(subject, operation)).values);
  const read = () => subject.send(spec);
  const first = await read();
  const tag = first.answer && hasSucceeded(first) ? responseHeader(first.answer, 'etag') : undefined;
  if (tag === undefined) throw new CaseSkipped('Not tried, because its response has no ETag.');
  const again = await subject.send(withHeader(spec, 'If-None-Match', tag));
  const isStill = responseHeader((await read()).answer ?? { status: 0, headers: [], text: '' }, 'etag') === tag;
  const isRight = again.answer?.status === 304 ? again.answer.text === '' : parameter === undefined;
  if (isStill && !isRight) return blame('If-None-Match', `304 without a body for the stored ETag ${tag}`, [first, again]);
  const other = otherThan(tag, parameter?.schema);
  const changed = other === undefined ? undefined : await subject.send(withHeader(spec, 'If-None-Match', other));
  if (changed?.answer?.status !== 304) return [];
  return blame('If-None-Match', `no 304: the ETag ${other} is not the stored one, ${tag}`, [first, changed]);
}

/** Asks for the first byte, and for bytes beyond the end. A server may ignore a Range that its operation does not document. */
async function partOf(subject: Subject, operation: Operation): Promise<Finding[]> {
  const blame = blameOf(subject, operation);
  const parameter = headerOf(operation, 'range');
  const isAllowed = compileSchema(parameter?.schema ?? {});
  const { values } = await acceptedCall(subject, operation);
  const { [parameter ? keyOf(parameter) : '']: _range, ...others } = values;
  const spec = requestFor(operation, others);
  const whole = await subject.send(spec);
  const { text = '', isCut, packed, unreadable } = whole.answer ?? {};
  if (whole.answer?.status !== 200 || text === '' || isCut || packed !== undefined)
    throw new CaseSkipped(`Not tried, because the whole could not be read (${whole.answer?.status}).`);
  if (!isAllowed('bytes=0-0')) throw new CaseSkipped('Not tried, because its Range does not allow bytes=0-0.');
  const part = await subject.send(withHeader(spec, 'Range', 'bytes=0-0'));
  const size = unreadable ? '\\d+' : String(Buffer.byteLength(text));
  const isPart = new RegExp(`^bytes 0-0/(${size}|\\*)$`).test(responseHeader(part.answer ?? whole.answer, 'content-range') ?? '');
  const isByte = unreadable || text.charCodeAt(0) > 127 || part.answer?.text === text[0];
  if (part.answer?.status === 206 ? !(isPart && isByte) : part.answer?.status === 200 && parameter !== undefined)
    return blame('Range', `206 with Content-Range: bytes 0-0/${unreadable ? '…' : size} and one byte`, [whole, part]);
  const beyond = `bytes=${Number(responseHeader(whole.answer, 'content-length') ?? Buffer.byteLength(text)) + 1_000_000}-`;
  if (part.answer?.status !== 206 || !documents(operation, '416') || !isAllowed(beyond)) return [];
  const refused = await subject.send(withHeader(spec, 'Range', beyond));
  return hasSucceeded(refused) ? blame('Range', `416, because the response is shorter than ${beyond}`, [whole, refused]) : [];
}
