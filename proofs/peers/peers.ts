/** A way to build a server for a contract, set up as an experienced user would set it up. Its files are in `servers/<id>`. */
export interface Peer {
  id: string;
  title: string;
  /** npm packages and their exact versions. A Go program lists its dependencies itself. */
  packages: Readonly<Record<string, string>>;
  language: 'TypeScript' | 'Go';
  /** Where the types come from. A peer that does not read the contract repeats it in hand-written types. */
  types: 'own' | 'openapi-typescript' | 'by hand';
  /** The code generator to run before the compiler. */
  generate?: string[];
  /** The file that contains the handler of createPayment. */
  handler: string;
  /** True if the compiler must emit JavaScript before Node.js can run the server, for example because of decorators. */
  isEmitted?: boolean;
}

const node = { '@types/node': '24.19.2' };
const express = { ...node, express: '5.3.0', '@types/express': '5.0.6' };
const typeScript = { language: 'TypeScript', handler: 'server.ts', types: 'openapi-typescript' } as const;
const byHand = { ...typeScript, types: 'by hand' } as const;

/** Our stubs, and the alternatives that a team might choose. */
export const peers: Peer[] = [
  { id: 'stubs', title: '@payment-invoice/stubs', packages: {}, ...typeScript, types: 'own' },
  {
    ...{ id: 'oapi-codegen', title: 'oapi-codegen 2.8.2, strict (Go)', language: 'Go', types: 'own', packages: {} },
    handler: 'main.go',
  },
  {
    ...{ id: 'hono-zod-openapi', title: 'Hono zod-openapi 1.6.3', ...byHand },
    packages: { ...node, '@hono/zod-openapi': '1.6.3', hono: '4.13.19', '@hono/node-server': '2.1.8', zod: '4.6.7' },
  },
  {
    ...{ id: 'fastify-openapi-glue', title: 'Fastify 5 with openapi-glue 4.11.4', ...typeScript },
    packages: {
      ...node,
      ...{ fastify: '5.12.8', 'fastify-openapi-glue': '4.11.4', '@fastify/response-validation': '3.0.4', 'ajv-formats': '3.0.1' },
    },
  },
  {
    ...{ id: 'tsoa', title: 'tsoa 6.6.0', ...byHand, handler: 'controller.ts', isEmitted: true },
    packages: { ...express, tsoa: '6.6.0' },
    generate: ['node_modules/.bin/tsoa', 'spec-and-routes'],
  },
  {
    ...{ id: 'ts-rest', title: 'ts-rest 3.52.1', ...byHand },
    packages: {
      ...{ ...node, express: '4.22.1', '@types/express': '4.17.25', zod: '3.25.76' },
      ...{ '@ts-rest/core': '3.52.1', '@ts-rest/express': '3.52.1' },
    },
  },
  {
    ...{ id: 'express-openapi-validator', title: 'express-openapi-validator 5.6.2', ...typeScript },
    packages: { ...express, 'express-openapi-validator': '5.6.2' },
  },
  {
    ...{ id: 'openapi-backend', title: 'openapi-backend 5.21.2', ...typeScript },
    packages: { ...express, 'openapi-backend': '5.21.2', ajv: '8.20.0', 'ajv-formats': '3.0.1' },
  },
];
