import type { Generator } from './generator.ts';
import { installPython } from './install-python.ts';
import { pythonProgram } from './programs.ts';

const id = 'aiopenapi3';

/** A client that reads the document when it starts, and generates no code. */
export const aiopenapi3: Generator = {
  id,
  title: 'aiopenapi3 (pydantic 2)',
  language: 'Python',
  version: '0.11.0',
  limits: [
    'it calls the first server of the document: put yours there',
    'the body of a refusal is bytes, as it knows `application/json` only: read it with the model of `Problem`',
    'a function that makes a session must say in its signature that it returns `httpx2.Client`',
  ],
  needs: ['python3'],
  generate: (place) => [...installPython(place, id), { argv: ['cp', place.document, 'payments.json'], cwd: place.folder }],
  ...pythonProgram(id, 'driver.py'),
};
