import { join } from 'node:path';
import type { Generator, Place } from './generator.ts';
import { installNpm, versionOf } from './install-packages.ts';

const version = versionOf('nswag');
/** The folder of NSwag's programs for Windows, which Mono can run. NSwag's other programs need .NET. */
const programs = 'node_modules/nswag/bin/binaries/Win';

/** Returns the command line with which NSwag writes one file. `command` is `openapi2csclient` or `openapi2tsclient`. */
const runNswag = ({ document, folder }: Place, command: string, ...options: string[]) => ({
  argv: ['mono', join(programs, 'NSwag.exe'), command, `/input:${document}`, ...options],
  cwd: folder,
});

export const nswagCsharp: Generator = {
  id: 'nswag-csharp',
  title: 'NSwag',
  language: 'C#',
  shared: 'csharp',
  version,
  document: '3.0',
  limits: ['it adds no token: give its `HttpClient` the header `Authorization`'],
  needs: ['mcs', 'mono', 'npm'],
  generate: (place) => [
    installNpm(place, 'nswag'),
    runNswag(place, 'openapi2csclient', '/namespace:Payments', '/output:Client.cs'),
  ],
  build: ({ folder }) => [
    { argv: ['cp', join(programs, 'Newtonsoft.Json.dll'), '.'], cwd: folder },
    {
      argv: [
        ...['mcs', '-langversion:latest', '-nowarn:436,1701', '-out:driver.exe', '-r:Newtonsoft.Json.dll', '-r:System.Net.Http'],
        ...['-r:System.ComponentModel.DataAnnotations', '-r:System.Runtime.Serialization'],
        ...['Driver.cs', 'Harness.cs', 'Client.cs'],
      ],
      cwd: folder,
    },
  ],
  drive: ({ folder }) => ({ argv: ['mono', 'driver.exe'], cwd: folder }),
};

export const nswagTypescript: Generator = {
  id: 'nswag-typescript',
  title: 'NSwag (fetch)',
  language: 'TypeScript',
  version,
  document: '3.0',
  advice: { set: '`/WrapDtoExceptions:true`', purpose: 'the status of a refusal: without it only the problem is thrown' },
  limits: [
    'it adds no token: give it a `fetch` that does',
    'without a key it sends an empty `Idempotency-Key`, which is refused: send one with each create',
  ],
  needs: ['mono'],
  generate: (place) => [runNswag(place, 'openapi2tsclient', '/WrapDtoExceptions:true', '/output:payments.ts')],
};
