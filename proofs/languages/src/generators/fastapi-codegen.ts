import type { Generator } from './generator.ts';
import { installPython, pythonOf } from './install-packages.ts';

const id = 'fastapi-codegen';
const version = '0.8.1';

export const fastapiCodegen: Generator = {
  id,
  title: 'fastapi-code-generator',
  language: 'Python, server',
  version,
  limits: ['for a document with a licence it writes `license=`, which FastAPI refuses: delete that line of `main.py`'],
  needs: ['python3'],
  generate: (place) => [
    ...installPython(place, id, version, 'fastapi-code-generator', 'fastapi==0.165.0', 'pydantic==2.14.3'),
    { argv: [pythonOf(place, id, id), '--input', place.document, '--output', 'server'], cwd: place.folder },
    { argv: ['sed', '-i', '/^    license=/d', 'server/main.py'], cwd: place.folder },
  ],
  build: (place) => [{ argv: [pythonOf(place, id), '-c', 'import server.main'], cwd: place.folder }],
};
