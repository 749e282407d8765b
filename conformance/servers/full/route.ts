import type { Facts, OperationFacts } from './facts.ts';
import { type Fields, headerOf, type Message } from './message.ts';
import { Problem } from './problem.ts';

/** Finds the operation of a request by its path and method, and the values that its parameters have. @throws Problem */
export function route(message: Message, { operations }: Facts): { operation: OperationFacts; parameters: Fields } {
  const found = operations.flatMap((operation) => {
    const match = operation.path.exec(message.path);
    return match ? [{ operation, groups: match.groups ?? {} }] : [];
  });
  if (found.length === 0) throw new Problem('not_found');
  const route = found.find(({ operation }) => operation.method === message.method);
  if (!route) throw new Problem('method_not_allowed', { Allow: found.map(({ operation }) => operation.method).join(', ') });
  const query = new URLSearchParams(message.query);
  const texts: Record<string, (name: string) => string | undefined> = {
    path: (name) => decodeURIComponent(route.groups[`p${route.operation.pathNames.indexOf(name)}`] ?? ''),
    query: (name) => query.get(name) ?? undefined,
    header: (name) => headerOf(message, name.toLowerCase()),
  };
  const values = route.operation.parameters.flatMap(({ name, in: place, type, itemType, isJoined }) => {
    if (type === 'array') {
      const items = query.getAll(name).flatMap((text) => (isJoined ? text.split(',') : text));
      return items.length === 0 ? [] : [[name, items.map((item) => (itemType === 'string' ? item : readText(item)))]];
    }
    const text = texts[place]?.(name);
    return text === undefined ? [] : [[name, type === 'string' ? text : readText(text)]];
  });
  return { operation: route.operation, parameters: Object.fromEntries(values) };
}

/** Reads a number or a truth value; any other text stays one, which a schema then refuses. */
function readText(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Judges the values of parameters. @throws Problem */
export function checkParameters({ parameters }: OperationFacts, values: Fields): void {
  const wrong = parameters.filter(({ name, required, validate }) =>
    Object.hasOwn(values, name) ? !validate(values[name]) : required,
  );
  const items = wrong.map(({ name }) => ({ pointer: `/${name}`, code: 'pattern', detail: `${name} is wrong.` }));
  if (items.length > 0) throw new Problem('validation_failed', {}, items);
}
