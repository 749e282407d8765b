import { join } from 'node:path';
import { generateModels } from '../generators/datamodel-codegen.ts';
import { installPython, pythonOf } from '../generators/install-python.ts';
import { generateWithOapiCodegen } from '../generators/oapi-codegen.ts';
import type { Server } from './server.ts';

const go: Server = {
  id: 'go',
  title: 'Go, oapi-codegen strict server',
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
  prepare: (place) => [...installPython(place, 'fastapi'), ...generateModels(place, 'fastapi')],
  start: (place) => `cd '${place.folder}' && exec '${pythonOf(place, 'fastapi')}' server.py`,
};

/** The servers that the guide shows, each run through the suite. */
export const servers: Server[] = [go, fastapi];
