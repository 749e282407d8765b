import { followReference } from '../reader/follow-reference.ts';
import type { Node } from '../reader/json.ts';
import type { Operation } from '../reader/list-operations.ts';

/** A required parameter and its value, as each language writes it. */
interface Sent {
  name: string;
  place: 'path' | 'query';
  shell: string;
  typescript: string;
  python: string;
}

/**
 * Writes the samples of an operation without a body, by file name. They send the required parameters: the invoice id from the
 * environment, the others with their examples. Returns undefined when a parameter has no example or is a header.
 */
export function sketchSamples(document: Node, operation: Operation): Record<string, string> | undefined {
  const sent: Sent[] = [];
  for (const reference of operation.parameters) {
    const { node } = followReference(document, reference, operation.at);
    if (node?.required !== true) continue;
    const one = sentOf(document, node);
    if (!one) return undefined;
    sent.push(one);
  }
  const { method, path } = operation;
  const query = (language: 'shell' | 'python') =>
    sent.flatMap(({ place, name, [language]: value }) => (place === 'query' ? [`${name}=${value}`] : [])).join('&');
  const pathIn = (language: 'shell' | 'python') =>
    sent.reduce(
      (text, { name, place, [language]: value }) => (place === 'path' ? text.replace(`{${name}}`, value) : text),
      path,
    ) + (query(language) && `?${query(language)}`);
  const note = sent.some(({ shell }) => shell === '$INVOICE_ID') ? 'INVOICE_ID: the `id` that create returned.' : undefined;
  return {
    'curl.sh': `${note ? `# ${note}\n` : ''}curl -sS --fail-with-body${method === 'GET' ? '' : ` -X ${method}`} "$BASE_URL${pathIn('shell')}" \\
  -H "Authorization: Bearer $TOKEN"
`,
    'client.ts': `import { createRawClient } from '@payment-invoice/client/raw';

const raw = createRawClient({ baseUrl: process.env.BASE_URL ?? 'http://127.0.0.1:8080', token: process.env.TOKEN ?? '' });

const { data, error } = await raw.${method}('${path}', ${initOf(sent)});
if (error) throw new Error('It was refused.', { cause: error });
console.log(data);
`,
    'python.py': `import os
import urllib.request

${note ? `# ${note}\n` : ''}request = urllib.request.Request(
    os.environ["BASE_URL"] + ${sent.length > 0 ? 'f' : ''}"${pathIn('python')}",
    headers={"Authorization": "Bearer " + os.environ["TOKEN"]},
    method="${method}",
)
with urllib.request.urlopen(request, timeout=30) as response:
    print(response.read().decode())
`,
  };
}

function sentOf(document: Node, { name, in: place, schema, 'x-identifies': identifies, example }: Node): Sent | undefined {
  if (place !== 'path' && place !== 'query') return undefined;
  if (identifies !== undefined)
    return {
      name,
      place,
      shell: '$INVOICE_ID',
      typescript: "process.env.INVOICE_ID ?? 'inv_…'",
      python: "{os.environ['INVOICE_ID']}",
    };
  const { examples, enum: values, default: usual } = followReference(document, schema, []).node ?? {};
  const value = example ?? examples?.[0] ?? usual ?? values?.[0];
  if (value === undefined || typeof value === 'object') return undefined;
  const text = encodeURIComponent(String(value));
  return { name, place, shell: text, typescript: typeof value === 'string' ? `'${value}'` : String(value), python: text };
}

function initOf(sent: readonly Sent[]): string {
  const places = (['path', 'query'] as const).flatMap((place) => {
    const fields = sent.flatMap((one) => (one.place === place ? [`${one.name}: ${one.typescript}`] : []));
    return fields.length > 0 ? [`${place}: { ${fields.join(', ')} }`] : [];
  });
  return places.length > 0 ? `{ params: { ${places.join(', ')} } }` : '{}';
}
