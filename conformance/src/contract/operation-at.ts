import type { Contract, Operation } from './contract.ts';

/** Returns the methods of every operation at a path, or at a template that the path fits. */
export function methodsAt({ operations }: Contract, { path }: { path: string }): string[] {
  const texts = path.split('/');
  return operations.flatMap((operation) => (fits(texts, operation.path) ? [operation.method] : []));
}

/** Returns the operation that a request asks for, whatever stands in the places of its path. */
export function operationAt(contract: Contract, request: { path: string; method: string }): Operation | undefined {
  return operationsAt(contract, request).find(({ method }) => method === request.method);
}

/** Returns the operations at the path of a request, by whichever method; those first whose path has no places. */
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

/** Texts between the places of each part of a path, by the template. */
const templates = new Map<string, string[][]>();

/** Tells if the parts of a path are those of a template, in whose places anything may stand. */
function fits(texts: readonly string[], template: string): boolean {
  let parts = templates.get(template);
  if (parts === undefined) {
    parts = template.split('/').map((part) => part.split(/(?:\{[^{}]+\})+/));
    templates.set(template, parts);
  }
  return parts.length === texts.length && parts.every((fixed, at) => fitsPart(texts[at] as string, fixed));
}

/** Compares a part of a path in one pass: an expression with many places could take for ever. */
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
