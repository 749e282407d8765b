import { followReference } from '../reader/follow-reference.ts';
import type { Node } from '../reader/json.ts';
import type { Operation } from '../reader/list-operations.ts';
import { requestPropertiesOf } from '../reader/list-properties.ts';

/** A required parameter or body property. An invoice's id has no `value`: samples read it from an environment variable. */
interface Sent {
  name: string;
  place: 'path' | 'query' | 'body';
  value: unknown;
}

/** Writes an operation's samples, keyed by file name. Returns undefined if a required input is a header or has no example. */
export function sketchSamples(document: Node, operation: Operation): Record<string, string> | undefined {
  const { method, path, node } = operation;
  const parameters = operation.parameters.map((parameter) => followReference(document, parameter, operation.at).node ?? {});
  const properties = requestPropertiesOf(document, operation).map((one) => {
    return { ...one.node, ...one, in: 'body', schema: one.node };
  });
  if (node.requestBody !== undefined && properties.length === 0) return undefined;
  const needed = [...parameters, ...properties].filter(({ required }) => required === true);
  const sent = needed.flatMap((one) => sentOf(document, one) ?? []);
  if (sent.length < needed.length) return undefined;
  const body = node.requestBody === undefined ? undefined : sent.filter(({ place }) => place === 'body');
  const named = body && sent.length === body.length && isNamed(document, operation, parameters);
  const note = sent.some(({ value }) => value === undefined) ? '# INVOICE_ID is the `id` that create returned.\n' : '';
  const shellBody = body?.map(
    ({ name, value }) => `${inShell(name)}: ${value === undefined ? '\\"$INVOICE_ID\\"' : inShell(value)}`,
  );
  return {
    'curl.sh': `${note}curl -sS --fail-with-body${method === (body ? 'POST' : 'GET') ? '' : ` -X ${method}`} "$BASE_URL${pathOf(path, sent, '$INVOICE_ID')}" \\
  -H "Authorization: Bearer $TOKEN"${shellBody ? ` \\\n  -H 'Content-Type: application/json' \\\n  -d "{${shellBody.join(', ')}}"` : ''}
`,
    'client.ts': named ? callByName(operation.id, body, note) : callByPath(operation, sent, body),
    'python.py': `${body ? 'import json\n' : ''}import os
import urllib.request

${note}request = urllib.request.Request(
    os.environ["BASE_URL"] + ${sent.length > (body?.length ?? 0) ? 'f' : ''}"${pathOf(path, sent, "{os.environ['INVOICE_ID']}")}",
${body ? `    data=json.dumps({${body.map(({ name, value }) => `${JSON.stringify(name)}: ${inPython(value)}`).join(', ')}}).encode(),\n` : ''}    headers={
        "Authorization": "Bearer " + os.environ["TOKEN"],
${body ? '        "Content-Type": "application/json",\n' : ''}    },
    method="${method}",
)
with urllib.request.urlopen(request, timeout=30) as response:
    print(response.read().decode())
`,
  };
}

function sentOf(document: Node, { name, in: place, schema, 'x-identifies': identifies, example }: Node): Sent | undefined {
  if (place !== 'path' && place !== 'query' && place !== 'body') return undefined;
  if (identifies !== undefined) return { name, place, value: undefined };
  const { examples, enum: values, default: usual } = followReference(document, schema, []).node ?? {};
  const value = example ?? examples?.[0] ?? usual ?? values?.[0];
  return value === undefined || (place !== 'body' && typeof value === 'object') ? undefined : { name, place, value };
}

/** Returns whether an operation is a method of the client: a POST that returns an invoice and has only header parameters. */
function isNamed(document: Node, { id, method, node }: Operation, parameters: readonly Node[]): boolean {
  const { content } = followReference(document, node.responses?.['200'], []).node ?? {};
  const isInvoice = content?.['application/json']?.schema?.$ref === '#/components/schemas/PaymentInvoice';
  return id !== '' && method === 'POST' && isInvoice && parameters.every((one) => one.in === 'header');
}

const environment = "{ baseUrl: process.env.BASE_URL ?? 'http://127.0.0.1:8080', token: process.env.TOKEN ?? '' }";

function callByName(id: string, body: readonly Sent[], note: string): string {
  return `import { createClient } from '@payment-invoice/client';

const payments = createClient(${environment});

${note.replace(/^# INVOICE_ID is t/, '// T')}const invoice = await payments.${id}(${fieldsOf(body)});
console.log(\`\${invoice.id} is \${invoice.status}.\`);
`;
}

function callByPath({ method, path }: Operation, sent: readonly Sent[], body: readonly Sent[] | undefined): string {
  const places = (['path', 'query'] as const).flatMap((place) => {
    const fields = sent.filter((one) => one.place === place);
    return fields.length > 0 ? [`${place}: ${fieldsOf(fields)}`] : [];
  });
  const parts = [
    ...(places.length > 0 ? [`params: { ${places.join(', ')} }`] : []),
    ...(body ? [`body: ${fieldsOf(body)}`] : []),
  ];
  return `import { createRawClient } from '@payment-invoice/client/raw';

const raw = createRawClient(${environment});

const { data, error } = await raw.${method}('${path}', ${parts.length > 0 ? `{ ${parts.join(', ')} }` : '{}'});
if (error) throw new Error('It was refused.', { cause: error });
console.log(data);
`;
}

/** Writes the path with its parameters and its query. `invoiceId` is the code that inserts the invoice's id. */
function pathOf(path: string, sent: readonly Sent[], invoiceId: string): string {
  const textOf = ({ value }: Sent) => (value === undefined ? invoiceId : encodeURIComponent(String(value)));
  const filled = sent.reduce(
    (text, one) => (one.place === 'path' ? text.replace(`{${one.name}}`, () => textOf(one)) : text),
    path,
  );
  const query = sent.flatMap((one) => (one.place === 'query' ? [`${one.name}=${textOf(one)}`] : []));
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

function fieldsOf(sent: readonly Sent[]): string {
  const fields = sent.map(
    ({ name, value }) => `${name}: ${value === undefined ? "process.env.INVOICE_ID ?? 'inv_…'" : inTypeScript(value)}`,
  );
  const line = `{ ${fields.join(', ')} }`;
  return line.length < 80 ? line : `{\n${fields.map((field) => `  ${field},\n`).join('')}}`;
}

/** Writes a value as JSON for use inside double quotes in a shell script. */
const inShell = (value: unknown): string => JSON.stringify(value).replace(/[\\"$`]/g, '\\$&');

function inTypeScript(value: unknown): string {
  return typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : JSON.stringify(value);
}

/** Writes a JSON value as Python code. Python spells true, false and null differently. */
function inPython(value: unknown): string {
  if (value === undefined) return 'os.environ["INVOICE_ID"]';
  if (Array.isArray(value)) return `[${value.map(inPython).join(', ')}]`;
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${inPython(one)}`);
  return `{${fields.join(', ')}}`;
}
