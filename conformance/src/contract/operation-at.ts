import type { Contract, Operation } from './contract.ts';

/** The properties of a request that determine its operation. */
interface Addressed {
  path: string;
  method: string;
  headers?: readonly (readonly [name: string, value: string])[];
}

/** Returns the methods of all operations whose path matches. */
export function methodsAt({ operations }: Contract, { path }: { path: string }): string[] {
  const texts = path.split('/');
  return operations.flatMap((operation) => (fits(texts, operation.path) ? [operation.method] : []));
}

/** Returns the operation to which a request is sent. A placeholder in the operation's path matches any value. */
export function operationAt(contract: Contract, request: Addressed): Operation | undefined {
  const [first, ...others] = operationsAt(contract, request).filter(({ method }) => method === request.method);
  const atSamePath = others.filter(({ path }) => path === first?.path);
  if (first === undefined || atSamePath.length === 0) return first;
  return [first, ...atSamePath].find((one) => sendsItsNames(one, request)) ?? first;
}

/** Returns whether a request contains the parameters, such as `Action=ListUsers`, that distinguish operations at one path. */
function sendsItsNames({ parameters }: Operation, { path, headers = [] }: Addressed): boolean {
  const query = new URLSearchParams(path.split('?')[1]);
  return parameters.every(({ name, in: place, required, schema }) => {
    const [only, ...others] = schema.enum ?? [];
    if (!required || only === undefined || others.length > 0) return true;
    const sent = place === 'query' ? query.get(name) : headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
    return sent === String(only);
  });
}

/** Returns the operations at a request's path, with any method. Those whose path has no placeholders come first. */
export function operationsAt({ operations }: Contract, { path }: { path: string }): Operation[] {
  const [plain = ''] = path.split('?');
  const texts = plain.split('/');
  const found = operations.filter((operation) => fits(texts, operation.path));
  return [...found.filter((one) => one.path === plain), ...found.filter((one) => one.path !== plain)];
}

export function unknownPath({ operations }: Contract): string {
  const tried = ['/api/v1/payments/no-such-operation', '/api/v1/no-such-operation'];
  const found = tried.find((path) => !operations.some((operation) => fits(path.split('/'), operation.path)));
  if (found === undefined) throw new Error(`The contract has an operation at each of ${tried.join(' and ')}.`);
  return found;
}

/** For each path template, and each of its segments, the fixed strings around the placeholders. */
const templates = new Map<string, string[][]>();

/** Returns whether the segments of a path match a template. A placeholder matches any string. */
function fits(texts: readonly string[], template: string): boolean {
  let parts = templates.get(template);
  if (parts === undefined) {
    parts = template.split('/').map((part) => part.split(/(?:\{[^{}]+\})+/));
    templates.set(template, parts);
  }
  return parts.length === texts.length && parts.every((fixed, at) => fitsPart(texts[at] as string, fixed));
}

/** Returns whether a path segment matches the fixed strings. Needs one pass; a regular expression could take exponential time. */
function fitsPart(text: string, fixed: readonly string[]): boolean {
  const [first = '', ...others] = fixed;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (const part of others) {
    const at = text.indexOf(part, from + 1);
    if (at === -1) return false;
    from = at + part.length;
  }
  return text.length - last.length > from;
}
