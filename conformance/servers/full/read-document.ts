// biome-ignore lint/suspicious/noExplicitAny: the document is read as it is, and the suite's own tests check its form.
export type Node = any;

const headerNames = [
  ...['X-Request-Id', 'Cache-Control', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed'],
  ...['WWW-Authenticate', 'Retry-After', 'Allow'],
];

/** Returns an example value of each property that is not in `known`, which lists the ones that the server's own code handles. */
export function examplesOf(document: Node, properties: Node, known: readonly string[]): Record<string, unknown> {
  const others = Object.entries<Node>(properties).filter(([name]) => !known.includes(name));
  return Object.fromEntries(others.map(([name, property]) => [name, sampleOf(document, property)]));
}

/** Returns an example value of each header of a response, except those that the server's own code sets. */
export function headersOf(document: Node, response: Node): Record<string, string> {
  const others = Object.entries<Node>(follow(document, response).headers ?? {}).filter(([name]) => !headerNames.includes(name));
  return Object.fromEntries(
    others.map(([name, header]) => {
      const { schema, example } = follow(document, header);
      return [name, String(example ?? schema.examples?.[0] ?? schema.enum?.[0] ?? 'text')];
    }),
  );
}

/** Returns the problem codes in the examples of a response. */
export function codesOf(document: Node, response: Node): string[] {
  const { examples = {} } = follow(document, response)?.content?.['application/problem+json'] ?? {};
  return Object.values<Node>(examples).map((example) => follow(document, example).value.code);
}

/** Builds an example value of a schema, from the schema's own examples or from those of its properties. */
export function sampleOf(document: Node, schema: Node): unknown {
  const { examples, properties = {}, type } = follow(document, schema);
  if (examples) return examples[0];
  if (type === 'array') return [];
  return Object.fromEntries(Object.entries<Node>(properties).map(([name, property]) => [name, sampleOf(document, property)]));
}

/** Replaces the references in a schema by their targets. */
export function inline(document: Node, node: Node): Node {
  const schema = follow(document, node);
  if (Array.isArray(schema)) return schema.map((one) => inline(document, one));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(Object.entries<Node>(schema).map(([key, part]) => [key, inline(document, part)]));
}

export function follow(document: Node, node: Node): Node {
  if (typeof node?.$ref !== 'string') return node;
  const keys = node.$ref.slice(2).split('/');
  return follow(
    document,
    keys.reduce((at: Node, key: string) => at[key], document),
  );
}
