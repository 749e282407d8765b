// Prints the requests that Bruno imports from a document.
import { readFileSync } from 'node:fs';
import { openApiToBruno } from '@usebruno/converters';

const requests = (items) => items.flatMap((one) => (one.items ? requests(one.items) : [one.request]));
const collection = openApiToBruno(JSON.parse(readFileSync(process.argv[2], 'utf8')));
const made = requests(collection.items).map(({ method, url, headers, body, auth }) => ({
  method,
  path: url.replace('{{baseUrl}}', ''),
  headers: Object.fromEntries(headers.filter(({ enabled }) => enabled).map(({ name, value }) => [name.toLowerCase(), value])),
  body: body.json,
  bearer: auth.mode === 'bearer',
}));
console.log(JSON.stringify(made));
