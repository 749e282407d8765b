import { join } from 'node:path';
import { generateModels, installModels } from '../generators/datamodel-codegen.ts';
import { generateWithOapiCodegen, generateWithOgen, ogenVersion } from '../generators/go-code.ts';
import { pythonOf } from '../generators/install-packages.ts';
import { openapiGenerator } from '../generators/openapi-generator.ts';
import type { Server } from './try-server.ts';

const go: Server = {
  id: 'go',
  title: 'Go, oapi-codegen strict server',
  shared: 'golang',
  needs: ['go'],
  prepare: (place) => [
    ...generateWithOapiCodegen(place, join(place.settings ?? '.', 'oapi-codegen-server.yaml')),
    { argv: ['go', 'mod', 'tidy'], cwd: place.folder },
    { argv: ['go', 'build', '-o', 'server', '.'], cwd: place.folder },
  ],
  start: ({ folder }) => `exec '${folder}/server'`,
};

const fastapi: Server = {
  id: 'fastapi',
  title: 'Python, FastAPI with datamodel-codegen',
  needs: ['python3'],
  prepare: (place) => [
    ...installModels(place, 'fastapi', 'fastapi==0.165.0', 'uvicorn==0.54.0'),
    ...generateModels(place, 'fastapi'),
  ],
  start: (place) => `cd '${place.folder}' && exec '${pythonOf(place, 'fastapi')}' server.py`,
};

const ogen: Server = {
  id: 'ogen',
  title: `Go, ogen ${ogenVersion}`,
  shared: 'golang',
  needs: ['go'],
  prepare: (place) => [
    ...generateWithOgen(place),
    { argv: ['go', 'mod', 'tidy'], cwd: place.folder },
    { argv: ['go', 'build', '-o', 'server', '.'], cwd: place.folder },
  ],
  start: ({ folder }) => `exec '${folder}/server'`,
};

const spring: Server = {
  id: 'spring',
  title: 'Java, openapi-generator spring',
  shared: 'java',
  needs: ['java', 'mvn'],
  prepare: (place) => [
    ...openapiGenerator('spring').generate(place),
    { argv: ['mvn', '-q', '-B', '-DskipTests', 'package'], cwd: place.folder },
  ],
  start: ({ folder }) => `exec java -jar '${folder}/target/server.jar'`,
};

const quarkus: Server = {
  id: 'quarkus',
  title: 'Java, openapi-generator jaxrs-spec (Quarkus)',
  shared: 'java',
  document: '3.0',
  needs: ['java', 'mvn'],
  prepare: (place) => [
    ...openapiGenerator('jaxrs-spec').generate(place),
    { argv: ['mvn', '-q', '-B', '-DskipTests', 'package'], cwd: place.folder },
  ],
  start: ({ folder }) => `exec java -jar '${folder}/target/quarkus-app/quarkus-run.jar'`,
};

/** Describes one of openapi-generator's two Rust servers, which share everything except their generated types. */
const rust = (name: 'rust-axum' | 'rust-server', document: Server['document']): Server => ({
  ...{ id: name, title: `Rust, openapi-generator ${name}`, document, shared: 'rust', needs: ['cargo', 'java', 'mvn'] },
  prepare: (place) => [
    ...openapiGenerator(name).generate(place),
    { argv: ['cargo', 'build', '-q', '--jobs', '1'], cwd: place.folder },
  ],
  start: ({ cache }) => `exec '${cache}/cargo-target/debug/${name}'`,
});

/** The servers that the guide shows. The suite tests each of them. */
export const servers: Server[] = [go, ogen, fastapi, spring, quarkus, rust('rust-axum', '3.0'), rust('rust-server', 'plain')];
