import type { Generator } from './generator.ts';
import { generateWithOpenapiGenerator, openapiGeneratorVersion } from './openapi-generator.ts';

/** Where Debian's package libnewtonsoft-json5.0-cil puts it; NEWTONSOFT_JSON names another one. */
const newtonsoftJson = process.env.NEWTONSOFT_JSON ?? '/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll';
const systemLibraries = [
  'System.Net.Http',
  'System.Web',
  'System.ComponentModel.DataAnnotations',
  'System.Runtime.Serialization',
];

/** Compiled and run by Mono: .NET's own tools come from .NET's own registry of packages. */
export const openapiGeneratorCsharp: Generator = {
  id: 'openapi-generator-csharp',
  title: 'openapi-generator csharp',
  language: 'C#',
  version: openapiGeneratorVersion,
  needs: ['java', 'mvn', 'mcs', 'mono'],
  settings: 'openapi-generator-csharp.yaml',
  generate: (place) => generateWithOpenapiGenerator(place, 'csharp', 'client', 'openapi-generator-csharp.yaml'),
  build: ({ folder }) => [
    { argv: ['cp', newtonsoftJson, '.'], cwd: folder },
    {
      argv: [
        ...[
          'mcs',
          '-langversion:latest',
          '-nowarn:436',
          '-out:driver.exe',
          '-r:Newtonsoft.Json.dll',
          '-r:json=Newtonsoft.Json.dll',
        ],
        ...systemLibraries.map((name) => `-r:${name}`),
        ...['Driver.cs', 'MissingPackages.cs', '-recurse:client/src/*.cs'],
      ],
      cwd: folder,
    },
  ],
  drive: ({ folder }) => ({ argv: ['mono', 'driver.exe'], cwd: folder }),
};
