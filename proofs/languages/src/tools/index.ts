import { join } from 'node:path';
import type { Place } from '../generators/generator.ts';
import { installNpm, installPython, pythonOf, versionOf } from '../generators/install-packages.ts';
import { openapiGenerator } from '../generators/openapi-generator.ts';
import type { Command } from '../run/command.ts';
import { judgeImporter } from './judge-importer.ts';
import { judgeMock } from './judge-mock.ts';
import { judgeReader, type ReaderPage } from './judge-reader.ts';
import { judgeValidator } from './judge-validator.ts';
import type { Tool } from './tool.ts';

type About = Pick<Tool, 'title' | 'version' | 'document' | 'limits'>;

/** Describes a tool that consists of a web page in an npm package. Uses only the file that the package publishes for browsers. */
function reader(id: string, name: string, about: About, page: ReaderPage): Tool {
  return {
    ...{ id, kind: 'reader', document: 'contract', needs: ['node', 'npm', 'tar'], ...about },
    prepare: ({ cache, folder }) => [
      { argv: ['npm', 'pack', '--silent', '--cache', join(cache, 'npm'), `${name}@${about.version}`], cwd: folder },
      { argv: ['sh', '-c', 'tar xzf *.tgz'], cwd: folder },
    ],
    judge: (place, sandbox, signal) => judgeReader(place, page, sandbox, signal),
  };
}

const importer = (id: string, name: string, about: Omit<About, 'version'>): Tool => ({
  ...{ id, kind: 'importer', version: versionOf(name), needs: ['node', 'npm'], ...about },
  prepare: (place) => [installNpm(place, name)],
  judge: judgeImporter,
});

const validator = (
  id: string,
  about: About,
  needs: string[],
  prepare: (place: Place, version: string) => Command[],
  run: (place: Place) => string[],
): Tool => ({
  ...{ id, kind: 'validator', needs, ...about },
  prepare: (place) => prepare(place, about.version),
  judge: (place, sandbox, signal) => judgeValidator(place, { argv: run(place), cwd: place.folder }, sandbox, signal),
});

const goValidator = (id: string, about: About): Tool =>
  validator(
    id,
    about,
    ['go'],
    ({ folder: cwd }) => [
      { argv: ['go', 'mod', 'tidy'], cwd },
      { argv: ['go', 'build', '-o', 'validate', '.'], cwd },
    ],
    ({ document }) => ['./validate', document],
  );

const wiremockVersion = '3.13.2';

/** The tools that are not generators: they show, import, mock or check the document. */
export const tools: Tool[] = [
  reader(
    'scalar',
    '@scalar/api-reference',
    { title: 'Scalar', version: '1.72.1' },
    {
      files: ['package/dist/browser/standalone.js'],
      html: `<div id="app"></div><script src="/package/dist/browser/standalone.js"></script>
        <script>Scalar.createApiReference('#app', { url: '/openapi.yaml' });</script>`,
      async open(page) {
        await page.getByRole('link', { name: 'Create a payment invoice' }).first().click();
      },
      async tryIt(page, token) {
        if (!(await page.getByRole('dialog').isVisible())) {
          await page.getByPlaceholder('Token').first().fill(token);
          await page.getByRole('button', { name: 'Test Request' }).first().click();
        }
        await page.getByRole('dialog').getByText('$coffeeshop').first().waitFor();
        await page.keyboard.press('Control+Enter');
      },
    },
  ),
  reader(
    'elements',
    '@stoplight/elements',
    { title: 'Stoplight Elements', version: '9.0.25' },
    {
      files: ['package/web-components.min.js', 'package/styles.min.css'],
      html: `<link rel="stylesheet" href="/package/styles.min.css"><script src="/package/web-components.min.js"></script>
        <elements-api apiDescriptionUrl="/openapi.yaml" router="hash"></elements-api>`,
      async open(page) {
        await page.goto(`${new URL('/', page.url()).href}#/operations/createPayment`);
      },
      async tryIt(page, token) {
        await page.getByLabel('Token').fill(token);
        await page.getByRole('button', { name: 'Send API Request' }).click();
      },
    },
  ),
  reader(
    'swagger-ui',
    'swagger-ui-dist',
    { title: 'Swagger UI', version: '5.35.0' },
    {
      files: ['package/swagger-ui-bundle.js', 'package/swagger-ui.css'],
      html: `<link rel="stylesheet" href="/package/swagger-ui.css"><div id="app"></div><script src="/package/swagger-ui-bundle.js"></script>
        <script>window.ui = SwaggerUIBundle({ url: '/openapi.yaml', dom_id: '#app' });</script>`,
      async open(page) {
        await page.locator('#operations-Payments-createPayment .opblock-summary-control').click();
      },
      async tryIt(page, token) {
        await page.evaluate(`ui.preauthorizeApiKey('bearerAuth', ${JSON.stringify(token)})`);
        if (await page.getByRole('button', { name: 'Try it out' }).isVisible())
          await page.getByRole('button', { name: 'Try it out' }).click();
        await page.getByRole('button', { name: 'Execute' }).click();
      },
    },
  ),
  reader(
    'redoc',
    'redoc',
    { title: 'Redoc', version: '2.5.2' },
    {
      files: ['package/bundles/redoc.standalone.js'],
      html: '<redoc spec-url="/openapi.yaml"></redoc><script src="/package/bundles/redoc.standalone.js"></script>',
    },
  ),
  reader(
    'rapidoc',
    'rapidoc',
    { title: 'RapiDoc', version: '9.3.8' },
    {
      files: ['package/dist/rapidoc-min.js'],
      html: `<script type="module" src="/package/dist/rapidoc-min.js"></script>
        <rapi-doc spec-url="/openapi.yaml" render-style="view" load-fonts="false"></rapi-doc>`,
      async open(page) {
        await page.getByText('/api/v1/payments/create').first().click();
      },
      async tryIt(page, token) {
        await page.evaluate(`document.querySelector('rapi-doc').setApiKey('bearerAuth', ${JSON.stringify(token)})`);
        await page.getByRole('button', { name: 'TRY' }).first().click();
      },
    },
  ),
  importer('postman', 'openapi-to-postmanv2', {
    title: 'Postman (openapi-to-postmanv2)',
    limits: [
      '`parametersResolution` set to `Example`: otherwise the body holds `"<number>"`',
      '`enableOptionalParameters` set to `false`: otherwise it sends a random `Idempotency-Key`, the same each time',
    ],
  }),
  importer('bruno', '@usebruno/converters', { title: 'Bruno (@usebruno/converters)' }),
  importer('insomnia', 'insomnia-importers', {
    title: 'Insomnia (insomnia-importers)',
    document: '3.0',
    limits: ['of a document in OpenAPI 3.1 the published importer makes requests whose body is `null`'],
  }),
  {
    ...{ id: 'hoppscotch', kind: 'importer', title: 'Hoppscotch', version: '95cd082', needs: [] },
    limits: ['it was read: it sends an empty `Idempotency-Key`, which is refused, until you fill it or turn it off'],
    notRun:
      'because its importer is a part of its page: `@hoppscotch/cli` 0.31.4 runs collections and imports no document, and `@hoppscotch/data` is not on npm',
    prepare: () => [],
    judge: judgeImporter,
  },
  {
    ...{
      id: 'prism',
      kind: 'mock',
      title: 'Prism',
      version: versionOf('@stoplight/prism-cli'),
      document: 'contract',
      needs: ['node', 'npm'],
    },
    prepare: (place) => [installNpm(place, '@stoplight/prism-cli')],
    judge: (place, _sandbox, signal) =>
      judgeMock(
        place,
        (port) => ({ argv: ['node_modules/.bin/prism', 'mock', '--port', `${port}`, place.document], cwd: place.folder }),
        signal,
      ),
  },
  {
    ...{ id: 'wiremock', kind: 'mock', title: 'WireMock, stubs by openapi-generator java-wiremock', version: wiremockVersion },
    ...{ document: 'plain', needs: ['java', 'mvn'] },
    limits: [
      'a request must accept `application/problem+json` and `application/json`, by name',
      'a stub is for one body, and none is for a request without a token',
    ],
    prepare: (place) => [
      ...openapiGenerator('java-wiremock').generate(place),
      { argv: ['mvn', '-q', '-B', '-DskipTests', 'package'], cwd: place.folder },
    ],
    judge: (place, _sandbox, signal) =>
      judgeMock(
        place,
        (port) => ({ argv: ['java', '-cp', 'target/mock.jar:target/dependency/*', 'Mock', `${port}`], cwd: place.folder }),
        signal,
      ),
  },
  goValidator('kin-openapi', {
    ...{ title: 'kin-openapi (Go)', version: '0.153.0' },
    limits: ['it panics at a number with a huge exponent, such as `1e99999999999999999999`: recover'],
  }),
  goValidator('libopenapi', { title: 'libopenapi-validator (Go)', version: '0.16.2' }),
  validator(
    'openapi-core',
    {
      title: 'openapi-core (Python)',
      version: '0.23.1',
      limits: ["it does not read problems without `extra_media_type_deserializers={'application/problem+json': json.loads}`"],
    },
    ['python3'],
    (place, version) => installPython(place, 'openapi-core', version, 'openapi-core'),
    (place) => [pythonOf(place, 'openapi-core'), 'validate.py', place.document],
  ),
  validator(
    'express-openapi-validator',
    { title: 'express-openapi-validator', version: versionOf('express-openapi-validator') },
    ['node', 'npm'],
    (place) => [installNpm(place, 'express-openapi-validator', 'express')],
    ({ document }) => ['node', 'validate.mjs', document],
  ),
  validator(
    'swagger-request-validator',
    { title: 'swagger-request-validator (Java)', version: '2.46.0', document: '3.0' },
    ['java', 'mvn'],
    ({ folder }) => [{ argv: ['mvn', '-q', '-B', '-DskipTests', 'package'], cwd: folder }],
    ({ document }) => ['java', '-cp', 'target/validate.jar:target/dependency/*', 'Validate', document],
  ),
];
