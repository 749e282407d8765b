// Prints the requests that Postman imports from a document, with the two settings that the guide recommends.
import { readFileSync } from 'node:fs';
import converter from 'openapi-to-postmanv2';

const data = readFileSync(process.argv[2], 'utf8');
const settings = { parametersResolution: 'Example', enableOptionalParameters: false };
converter.convertV2({ type: 'string', data }, settings, (error, result) => {
  if (error || !result.result) throw error ?? new Error(result.reason);
  const [{ data: collection }] = result.output;
  const requests = (items) => items.flatMap((one) => (one.item ? requests(one.item) : [one.request]));
  const made = requests(collection.item).map(({ method, url, header, body, auth = collection.auth }) => ({
    method,
    path: `/${url.path.join('/')}`,
    headers: Object.fromEntries(header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key.toLowerCase(), value])),
    body: body.raw,
    bearer: auth?.type === 'bearer',
  }));
  console.log(JSON.stringify(made));
});
