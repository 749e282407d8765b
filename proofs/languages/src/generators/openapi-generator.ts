import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../run/command.ts';
import { type Generator, type Made, type Place, settingsFile } from './generator.ts';
import { installPython, webhooks } from './install-packages.ts';
import { javaClients } from './java-clients.ts';
import { onlyRead } from './only-read.ts';
import { fetchJar, goProgram, mavenProgram, nodeProgram, pythonProgram } from './programs.ts';

const version = '7.25.0';

/** Returns the advice to use our settings file for this generator. */
const file = (name: string, purpose = 'names only') => ({ set: settingsFile(`openapi-generator-${name}.yaml`), purpose });

/**
 * Describes a Python generator of openapi-generator, which writes a package `payments`. `others` are the packages that the client
 * needs.
 */
function python(name: string, ...others: string[]): Made {
  const id = `openapi-generator-${name}`;
  const packages = [...others, 'python-dateutil==2.9.0.post0', 'urllib3==2.5.0', webhooks];
  const program = pythonProgram(id, 'payments', 'driver.py');
  return {
    language: 'Python',
    needs: ['python3'],
    out: '.',
    names: ['--package-name', 'payments'],
    ...program,
    build: (place) => [...installPython(place, id, version, ...packages), ...program.build(place)],
  };
}

/** The path at which Debian's package libnewtonsoft-json5.0-cil installs the library; NEWTONSOFT_JSON overrides it. */
const newtonsoftJson = process.env.NEWTONSOFT_JSON ?? '/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll';
const systemLibraries = [
  'System.Net.Http',
  'System.Web',
  'System.ComponentModel.DataAnnotations',
  'System.Runtime.Serialization',
];

const made = {
  go: {
    language: 'Go',
    needs: ['go'],
    out: 'payments',
    names: ['--package-name', 'payments', '--additional-properties', 'withGoMod=false'],
    advice: file('go', 'new fields: without it a response that has one is refused'),
    ...goProgram,
  },
  ...javaClients,
  kotlin: {
    language: 'Kotlin',
    out: 'client',
    advice: file('kotlin', 'amounts stay doubles: it writes a decimal as a string'),
    ...mavenProgram('DriverKt', '-Dkotlin.compiler.daemon=false'),
  },
  python: { ...python('python', 'pydantic==2.14.3'), advice: file('python') },
  'python-pydantic-v1': {
    ...python('python-pydantic-v1', 'aenum==3.1.17', 'pydantic==1.10.27'),
    shared: ['python', 'openapi-generator-python'],
    limits: ['a refusal has its body as text: read it with `Problem`'],
  },
  rust: {
    language: 'Rust',
    advice: file('rust'),
    needs: ['cargo'],
    out: 'client',
    names: ['--package-name', 'payments'],
    build: ({ folder }) => [{ argv: ['cargo', 'build', '-q', '--jobs', '2'], cwd: folder }],
    drive: ({ cache, folder }) => ({ argv: [`${cache}/cargo-target/debug/driver`], cwd: folder }),
  },
  // Runs with Mono instead of .NET, whose tools come from a separate package registry that is not used here.
  csharp: {
    language: 'C#',
    shared: 'csharp',
    advice: file('csharp', 'the library that was run; amounts stay doubles: with decimals it does not compile'),
    needs: ['mcs', 'mono'],
    out: 'client',
    names: ['--library', 'httpclient', '--package-name', 'Payments', '--additional-properties', 'targetFramework=netstandard2.0'],
    build: ({ folder }) => [
      { argv: ['cp', newtonsoftJson, '.'], cwd: folder },
      {
        argv: [
          ...['mcs', '-langversion:latest', '-nowarn:436', '-out:driver.exe'],
          ...['-r:Newtonsoft.Json.dll', '-r:json=Newtonsoft.Json.dll', ...systemLibraries.map((name) => `-r:${name}`)],
          ...['Driver.cs', 'Harness.cs', 'MissingPackages.cs', '-recurse:client/src/*.cs'],
        ],
        cwd: folder,
      },
    ],
    drive: ({ folder }) => ({ argv: ['mono', 'driver.exe'], cwd: folder }),
  },
  php: {
    language: 'PHP',
    advice: file('php'),
    needs: ['php'],
    out: 'client',
    names: ['--invoker-package', 'Payments'],
    build: ({ folder }) => [
      { argv: ['sh', '-c', "find client/lib driver.php -name '*.php' -print0 | xargs -0 -n1 php -l"], cwd: folder },
    ],
    drive: ({ folder }) => ({ argv: ['php', 'driver.php'], cwd: folder }),
  },
  'typescript-fetch': {
    language: 'TypeScript',
    advice: file('typescript-fetch'),
    out: 'client',
    names: ['--additional-properties', 'importFileExtension=.js'],
    ...nodeProgram,
  },
  'typescript-axios': { language: 'TypeScript', out: 'client' },
  'typescript-angular': { language: 'TypeScript', out: 'client' },
  javascript: { language: 'JavaScript', out: 'client', names: ['--additional-properties', 'usePromises=true'] },
  // The `spring` generator makes a server here. It can also make stubs for a mock server.
  spring: {
    language: 'Java, server',
    out: 'client',
    names: [
      '--additional-properties',
      'interfaceOnly=true,useSpringBoot3=true,documentationProvider=none,annotationLibrary=none',
    ],
  },
  'jaxrs-spec': {
    language: 'Java, server',
    out: 'client',
    document: '3.0',
    names: ['--library', 'quarkus', '--additional-properties', 'interfaceOnly=true,useJakartaEe=true,dateLibrary=java8'],
  },
  'python-fastapi': {
    language: 'Python, server',
    out: 'client',
    document: '3.0',
    needs: ['python3'],
    limits: ['of a document with `4XX` it writes that as a number, which does not compile'],
    build: ({ folder }) => [{ argv: ['python3', '-m', 'compileall', '-q', 'client'], cwd: folder }],
  },
  'java-wiremock': { language: 'Java', out: 'client' },
  ...onlyRead,
  perl: {
    language: 'Perl',
    needs: ['perl'],
    out: 'client',
    document: 'plain',
    limits: ['a refusal is one text: its status, and its body behind it'],
    build: ({ folder }) => [{ argv: ['perl', '-c', 'driver.pl'], cwd: folder }],
    drive: ({ folder }) => ({ argv: ['perl', 'driver.pl'], cwd: folder }),
  },
  ruby: {
    language: 'Ruby',
    needs: ['ruby'],
    out: 'client',
    names: ['--additional-properties', 'gemName=payments,moduleName=Payments'],
    build: ({ folder }) => [
      { argv: ['sh', '-c', "find client/lib driver.rb -name '*.rb' -print0 | xargs -0 -n1 ruby -c"], cwd: folder },
    ],
    drive: ({ folder }) => ({ argv: ['ruby', 'driver.rb'], cwd: folder }),
  },
  c: {
    language: 'C',
    needs: ['gcc'],
    out: 'client',
    document: 'plain',
    limits: ['a refusal has a status only: `data_callback_func` is given its body'],
    build: ({ folder }) => [
      {
        argv: ['sh', '-c', 'gcc -w -o driver driver.c client/*/*.c -lcurl -lcrypto -lm'],
        cwd: folder,
      },
    ],
    drive: ({ folder }) => ({ argv: ['./driver'], cwd: folder }),
  },
  'cpp-restsdk': {
    language: 'C++',
    needs: ['g++'],
    out: 'client',
    limits: ['it writes an amount with 17 digits, which a server that reads decimals may refuse'],
    build: ({ folder }) => [
      {
        argv: [
          ...['sh', '-c'],
          'g++ -std=c++17 -w -D_TURN_OFF_PLATFORM_STRING -Iclient/include -o driver driver.cpp $(find client/src -name "*.cpp") -lcpprest -lboost_system -lcrypto -lpthread',
        ],
        cwd: folder,
      },
    ],
    drive: ({ folder }) => ({ argv: ['./driver'], cwd: folder }),
  },
  'rust-axum': {
    language: 'Rust, server',
    out: 'client',
    names: ['--package-name', 'payments'],
    document: '3.0',
  },
  'rust-server': {
    language: 'Rust, server',
    out: 'client',
    names: ['--package-name', 'payments'],
    document: 'plain',
  },
} satisfies Record<string, Made>;

/** Describes one of openapi-generator's generators. Its settings file is named after its id. */
export function openapiGenerator(name: keyof typeof made): Generator {
  const { generator = name, form = '', needs = [], out, names = [], settings, ...program }: Made = made[name];
  const id = `openapi-generator-${name}`;
  return {
    id,
    title: `openapi-generator ${generator}${form}`,
    version,
    needs: ['java', 'mvn', ...needs],
    generate: (place) => generate(place, settings ?? id, ['-g', generator, '-o', out, ...names]),
    ...program,
  };
}

export const openapiGeneratorJar = (cache: string): string => join(cache, `openapi-generator-cli-${version}.jar`);

/** Returns the commands that generate a client. If openapi-generator's jar is missing, Maven first downloads it. */
function generate({ cache, document, folder, settings }: Place, id: string, options: string[]): Command[] {
  const jar = openapiGeneratorJar(cache);
  const own = settings === undefined ? undefined : join(settings, `${id}.yaml`);
  const configuration = own === undefined || !existsSync(own) ? [] : ['-c', own];
  const argv = ['java', '-Dlog.level=error', '-jar', jar, 'generate', '-i', document, ...configuration, ...options];
  const slim = ['--global-property', 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'];
  return [
    ...fetchJar({ cache, folder }, `org.openapitools:openapi-generator-cli:${version}`),
    { argv: [...argv, ...slim], cwd: folder },
  ];
}
