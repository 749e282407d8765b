import { join } from 'node:path';
import type { Command } from '../run/command.ts';
import type { Generator, Place } from './generator.ts';
import { installNpm, versionOf } from './install-packages.ts';
import { nswagTypescript } from './nswag.ts';
import { openapiGenerator } from './openapi-generator.ts';
import { optionalDefaults } from './openapi-typescript.ts';
import { packages as installed } from './programs.ts';

/**
 * Compiles and runs a program that uses the TypeScript harness. Bundles it, because some clients import files without their
 * extensions.
 */
const program: Pick<Generator, 'shared' | 'build' | 'drive'> = {
  shared: 'typescript',
  build: ({ folder }) => [
    { argv: ['tsc', '--project', 'tsconfig.json', '--typeRoots', join(installed, '@types')], cwd: folder },
    {
      argv: [
        ...[join(installed, '.bin/esbuild'), 'driver.ts', '--bundle', '--platform=node', '--format=esm'],
        ...['--packages=external', '--outfile=driver.mjs', '--log-level=error'],
      ],
      cwd: folder,
    },
  ],
  drive: ({ folder }) => ({ argv: ['node', 'driver.mjs'], cwd: folder }),
};

const angular = ['common', 'compiler', 'core'].map((part) => `@angular/${part}`).concat('rxjs');
const react = ['@tanstack/react-query', '@types/react', '@types/react-dom', 'react', 'react-dom'];

interface Made extends Pick<Generator, 'id' | 'title' | 'document' | 'advice' | 'limits'> {
  /** Packages that npm installs, beginning with the generator. */
  packages: [string, ...string[]];
  argv(document: string): string[];
}

const made: Made[] = [
  {
    id: 'orval',
    title: 'orval (axios functions)',
    packages: ['orval', 'axios'],
    limits: ['no argument for `Idempotency-Key`: pass it in the options of the call'],
    argv: (document) => ['orval', '--input', document, '--output', './payments.ts', '--client', 'axios-functions'],
  },
  {
    id: 'orval-fetch',
    title: 'orval (fetch)',
    packages: ['orval'],
    limits: [
      'no argument for `Idempotency-Key`: pass it in the options of the call',
      'an error page that is not JSON is a SyntaxError without its status',
    ],
    argv: (document) => ['orval', '--input', document, '--output', './payments.ts', '--client', 'fetch'],
  },
  {
    id: 'swagger-typescript-api',
    title: 'swagger-typescript-api (fetch)',
    packages: ['swagger-typescript-api'],
    document: '3.0',
    limits: ['no argument for `Idempotency-Key`: pass it in the options of the call'],
    argv: (document) => ['swagger-typescript-api', 'generate', '--path', document, '--output', '.', '--name', 'payments.ts'],
  },
  {
    id: 'openapi-client-axios',
    title: 'openapi-client-axios',
    packages: ['openapi-client-axios', 'axios'],
    limits: ['types only with its tool `openapicmd`, which was not run'],
    argv: (document) => ['cp', document, 'payments.json'],
  },
  {
    id: 'swagger-client',
    title: 'swagger-client',
    packages: ['swagger-client'],
    limits: ['it has no types'],
    argv: (document) => ['cp', document, 'payments.json'],
  },
  {
    id: 'kubb',
    title: 'kubb (axios)',
    packages: ['@kubb/cli', '@kubb/core', '@kubb/plugin-client', '@kubb/plugin-oas', '@kubb/plugin-ts', 'axios'],
    limits: ["its fetch client sends no `Content-Type`, and gets 415: pass that too, or take `client: 'axios'`"],
    argv: (document) => ['env', `DOCUMENT=${document}`, './node_modules/.bin/kubb', 'generate'],
  },
  {
    id: 'rtk-query',
    title: 'RTK Query (codegen-openapi)',
    packages: ['@rtk-query/codegen-openapi', '@reduxjs/toolkit', 'typescript'],
    limits: ['a refusal has no type: its `data` is unknown', 'fetch is a mutation, because it is a POST'],
    argv: (document) => ['env', `DOCUMENT=${document}`, './node_modules/.bin/rtk-query-codegen-openapi', 'openapi-config.cjs'],
  },
  {
    id: 'oazapfts',
    title: 'oazapfts',
    packages: ['oazapfts', '@oazapfts/runtime'],
    document: '3.0',
    argv: (document) => ['oazapfts', document, 'payments.ts'],
  },
  {
    id: 'openapi-zod-client',
    title: 'openapi-zod-client',
    packages: ['openapi-zod-client', '@zodios/core', 'axios', 'zod'],
    limits: ['a problem has no type: it knows `application/json` only'],
    argv: (document) => ['openapi-zod-client', document, '-o', 'payments.ts'],
  },
  {
    id: 'openapi-typescript-codegen',
    title: 'openapi-typescript-codegen',
    packages: ['openapi-typescript-codegen'],
    argv: (document) => ['openapi', '--input', document, '--output', 'client'],
  },
  {
    id: 'fets',
    title: 'feTS client',
    packages: ['fets'],
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
    advice: optionalDefaults,
    packages: ['openapi-react-query', 'openapi-fetch', 'openapi-typescript', ...react],
    limits: ['a refusal is thrown as its body: a middleware of openapi-fetch keeps the status'],
    argv: (document) => ['openapi-typescript', document, '--default-non-nullable=false', '--output', 'payments.d.ts'],
  },
  {
    id: 'openapi-react-query-codegen',
    title: '@7nohe/openapi-react-query-codegen',
    packages: ['@7nohe/openapi-react-query-codegen', ...react],
    limits: [
      'a refusal is thrown as its body: an interceptor of its client keeps the status',
      'where no operation is a GET, its `queries/index.ts` does not compile: import from `queries/queries.ts`',
    ],
    argv: (document) => ['openapi-rq', '--input', document, '--output', 'client'],
  },
  {
    id: 'ng-openapi-gen',
    title: 'ng-openapi-gen',
    packages: ['ng-openapi-gen', ...angular],
    limits: ['it adds no token: an interceptor does', 'a refusal has no type'],
    argv: (document) => ['ng-openapi-gen', '--input', document, '--output', 'client'],
  },
  {
    id: 'typed-openapi',
    title: 'typed-openapi',
    packages: ['typed-openapi'],
    argv: (document) => ['typed-openapi', document, '-o', 'payments.ts'],
  },
];

/** Clients whose generators are not npm packages, each with the npm packages that the client needs. */
const others: [Generator, string[]][] = [
  [openapiGenerator('typescript-axios'), ['axios']],
  [openapiGenerator('typescript-angular'), angular],
  [openapiGenerator('javascript'), ['superagent']],
  [nswagTypescript, ['nswag']],
];

const install = (place: Place, packages: string[]): Command => installNpm(place, ...packages, 'standardwebhooks');

/** The TypeScript clients that are generated and run with npm packages. */
export const npmClients: Generator[] = [
  ...made.map(
    ({ argv, packages, ...about }): Generator => ({
      ...{ language: 'TypeScript', version: versionOf(packages[0]), needs: ['node', 'npm'], ...about, ...program },
      generate: (place) => [
        install(place, packages),
        {
          argv: argv(place.document).map((word, at) =>
            at === 0 && !['cp', 'env', 'sh'].includes(word) ? `./node_modules/.bin/${word}` : word,
          ),
          cwd: place.folder,
        },
      ],
    }),
  ),
  ...others.map(
    ([generator, packages]): Generator => ({
      ...generator,
      ...program,
      needs: [...generator.needs, 'node', 'npm'],
      generate: (place) => [install(place, packages), ...generator.generate(place)],
    }),
  ),
];
