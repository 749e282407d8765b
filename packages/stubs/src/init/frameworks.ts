/** The packages that a project needs besides the stubs and the compiler, in the form of package.json. */
interface Packages {
  dependencies: Readonly<Record<string, string>>;
  devDependencies: Readonly<Record<string, string>>;
}

/** The frameworks that a project can be made for. A test compares the versions with those that this repository is tested with. */
export const frameworks = {
  'node-http': { dependencies: {}, devDependencies: {} },
  koa: { dependencies: { koa: '^3.3.0' }, devDependencies: { '@types/koa': '^3.0.3' } },
  express: { dependencies: { express: '^5.3.0' }, devDependencies: { '@types/express': '^5.0.6' } },
  fastify: { dependencies: { fastify: '^5.12.8' }, devDependencies: {} },
  fetch: { dependencies: { hono: '^4.13.19', '@hono/node-server': '^2.1.8' }, devDependencies: {} },
} as const satisfies Record<string, Packages>;

export type Framework = keyof typeof frameworks;

/** The databases in which a generated server can store its invoices. */
export const databases = {
  sqlite: { dependencies: {}, devDependencies: {} },
  postgres: { dependencies: { pg: '^8.23.1' }, devDependencies: { '@types/pg': '^8.23.1' } },
} as const satisfies Record<string, Packages>;

export type DatabaseName = keyof typeof databases;

/** The packages that compile every generated project. */
export const compilerPackages = { '@types/node': '^24.19.2', typescript: '^7.0.2' } as const;

/** The packages of a project for someone else's contract. Their compiler is version 5, because openapi-typescript needs it. */
export const foreignPackages = {
  dependencies: { ajv: '^8.20.0', 'ajv-formats': '^3.0.1', 'openapi-backend': '^5.20.1' },
  devDependencies: { 'openapi-typescript': '^7.13.0', typescript: '^5.9.3' },
} as const satisfies Packages;
