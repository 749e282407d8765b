import { join } from 'node:path';
import type { Generator } from './generator.ts';
import { nswagTypescript } from './nswag.ts';
import { openapiGenerator } from './openapi-generator.ts';
import { installNpm, packages } from './programs.ts';

/**
 * How to compile and run a program that uses the TypeScript harness. The program is bundled, because some clients
 * import files without their extensions.
 */
const program: Pick<Generator, 'shared' | 'build' | 'drive'> = {
  shared: 'typescript',
  build: ({ folder }) => [
    { argv: ['tsc', '--project', 'tsconfig.json', '--typeRoots', join(packages, '@types')], cwd: folder },
    {
      argv: [
        ...[join(packages, '.bin/esbuild'), 'driver.ts', '--bundle', '--platform=node', '--format=esm'],
        ...['--packages=external', '--outfile=driver.mjs', '--log-level=error'],
      ],
      cwd: folder,
    },
  ],
  drive: ({ folder }) => ({ argv: ['node', 'driver.mjs'], cwd: folder }),
};

type Made = Pick<Generator, 'id' | 'title' | 'version' | 'document' | 'limits'> & { argv(document: string): string[] };

const made: Made[] = [
  {
    id: 'orval',
    title: 'orval (axios functions)',
    version: '8.33.0',
    limits: ['no argument for `Idempotency-Key`: pass it in the options of the call'],
    argv: (document) => ['orval', '--input', document, '--output', './payments.ts', '--client', 'axios-functions'],
  },
  {
    id: 'orval-fetch',
    title: 'orval (fetch)',
    version: '8.33.0',
    limits: [
      'no argument for `Idempotency-Key`: pass it in the options of the call',
      'an error page that is not JSON is a SyntaxError without its status',
    ],
    argv: (document) => ['orval', '--input', document, '--output', './payments.ts', '--client', 'fetch'],
  },
  {
    id: 'swagger-typescript-api',
    title: 'swagger-typescript-api (fetch)',
    version: '13.13.0',
    document: '3.0',
    limits: ['no argument for `Idempotency-Key`: pass it in the options of the call'],
    argv: (document) => ['swagger-typescript-api', 'generate', '--path', document, '--output', '.', '--name', 'payments.ts'],
  },
  {
    id: 'openapi-client-axios',
    title: 'openapi-client-axios',
    version: '7.9.1',
    limits: ['types only with its tool `openapicmd`, which was not run'],
    argv: (document) => ['cp', document, 'payments.json'],
  },
  {
    id: 'swagger-client',
    title: 'swagger-client',
    version: '3.39.0',
    limits: ['it has no types'],
    argv: (document) => ['cp', document, 'payments.json'],
  },
  {
    id: 'kubb',
    title: 'kubb (axios)',
    version: '4.39.3',
    limits: ["its fetch client sends no `Content-Type`, and gets 415: pass that too, or take `client: 'axios'`"],
    argv: (document) => ['env', `DOCUMENT=${document}`, './node_modules/.bin/kubb', 'generate'],
  },
  {
    id: 'rtk-query',
    title: 'RTK Query (codegen-openapi)',
    version: '2.2.0',
    limits: ['a refusal has no type: its `data` is unknown', 'fetch is a mutation, because it is a POST'],
    argv: (document) => ['env', `DOCUMENT=${document}`, './node_modules/.bin/rtk-query-codegen-openapi', 'openapi-config.cjs'],
  },
  {
    id: 'oazapfts',
    title: 'oazapfts',
    version: '7.5.0',
    document: '3.0',
    argv: (document) => ['oazapfts', document, 'payments.ts'],
  },
  {
    id: 'openapi-zod-client',
    title: 'openapi-zod-client',
    version: '1.18.3',
    limits: ['a problem has no type: it knows `application/json` only'],
    argv: (document) => ['openapi-zod-client', document, '-o', 'payments.ts'],
  },
  {
    id: 'openapi-typescript-codegen',
    title: 'openapi-typescript-codegen',
    version: '0.31.0',
    argv: (document) => ['openapi', '--input', document, '--output', 'client'],
  },
  {
    id: 'fets',
    title: 'feTS client',
    version: '0.8.12',
    document: '3.0',
    limits: [
      "its types take the URL of the document's server only, and want a field that has a default: `isWhiteLabel: false`",
      'of a document with `4XX` it takes a problem for a 200',
    ],
    argv: (document) => ['sh', '-c', 'printf "export default %s as const;" "$(cat "$0")" > payments.ts', document],
  },
  {
    id: 'openapi-react-query',
    title: 'openapi-react-query, with openapi-typescript',
    version: '0.5.4',
    limits: ['a refusal is thrown as its body: a middleware of openapi-fetch keeps the status'],
    argv: (document) => ['openapi-typescript', document, '--default-non-nullable=false', '--output', 'payments.d.ts'],
  },
  {
    id: 'openapi-react-query-codegen',
    title: '@7nohe/openapi-react-query-codegen',
    version: '3.0.2',
    limits: [
      'a refusal is thrown as its body: an interceptor of its client keeps the status',
      'where no operation is a GET, its `queries/index.ts` does not compile: import from `queries/queries.ts`',
    ],
    argv: (document) => ['openapi-rq', '--input', document, '--output', 'client'],
  },
  {
    id: 'ng-openapi-gen',
    title: 'ng-openapi-gen',
    version: '1.1.0',
    limits: ['it adds no token: an interceptor does', 'a refusal has no type'],
    argv: (document) => ['ng-openapi-gen', '--input', document, '--output', 'client'],
  },
  {
    id: 'typed-openapi',
    title: 'typed-openapi',
    version: '2.2.7',
    argv: (document) => ['typed-openapi', document, '-o', 'payments.ts'],
  },
];

/** The TypeScript clients that are generated and run with npm packages. */
export const npmClients: Generator[] = [
  ...made.map(
    ({ argv, ...about }): Generator => ({
      ...{ language: 'TypeScript', needs: ['node', 'npm'], ...about, ...program },
      generate: (place) => [
        installNpm(place),
        {
          argv: argv(place.document).map((word, at) =>
            at === 0 && !['cp', 'env', 'sh'].includes(word) ? `./node_modules/.bin/${word}` : word,
          ),
          cwd: place.folder,
        },
      ],
    }),
  ),
  ...[...(['typescript-axios', 'typescript-angular', 'javascript'] as const).map(openapiGenerator), nswagTypescript].map(
    (generator): Generator => ({
      ...generator,
      ...program,
      needs: [...generator.needs, 'node', 'npm'],
      generate: (place) => [installNpm(place), ...generator.generate(place)],
    }),
  ),
];
