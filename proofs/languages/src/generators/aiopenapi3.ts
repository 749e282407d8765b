import type { Generator } from './generator.ts';
import { installPython, webhooks } from './install-packages.ts';
import { pythonProgram } from './programs.ts';

const id = 'aiopenapi3';
const version = '0.11.0';

/** A client that reads the document when it starts, and generates no code. */
export const aiopenapi3: Generator = {
  id,
  title: 'aiopenapi3 (pydantic 2)',
  language: 'Python',
  version,
  limits: [
    'it calls the first server of the document: put yours there',
    'the body of a refusal is bytes, as it knows `application/json` only: read it with the model of `Problem`',
    'a function that makes a session must say in its signature that it returns `httpx2.Client`',
  ],
  needs: ['python3'],
  generate: (place) => [
    ...installPython(place, id, version, 'aiopenapi3', 'httpx2==2.16.2', 'pydantic==2.14.3', webhooks),
    { argv: ['cp', place.document, 'payments.json'], cwd: place.folder },
  ],
  ...pythonProgram(id, 'driver.py'),
};
