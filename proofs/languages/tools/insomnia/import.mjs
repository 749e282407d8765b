// Prints the requests that Insomnia imports from a document.
import { readFileSync } from 'node:fs';
import importers from 'insomnia-importers';

const { data } = await importers.convert(readFileSync(process.argv[2], 'utf8'));
const requests = data.resources.filter(({ _type }) => _type === 'request');
const made = requests.map(({ method, url, headers, body, authentication }) => ({
  method,
  path: url.replace('{{ base_url }}', ''),
  headers: Object.fromEntries(headers.filter(({ disabled }) => !disabled).map(({ name, value }) => [name.toLowerCase(), value])),
  body: body.text,
  bearer: authentication.type === 'bearer',
}));
console.log(JSON.stringify(made));
process.exit();
