import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../run/command.ts';
import type { Place } from './generator.ts';

export const openapiGeneratorVersion = '7.25.0';

/** The commands that make a client with openapi-generator, its jar fetched by Maven when it is not there yet. */
export function generateWithOpenapiGenerator(place: Place, generator: string, out: string, settings: string): Command[] {
  const { cache, document, folder } = place;
  const jar = join(cache, `openapi-generator-cli-${openapiGeneratorVersion}.jar`);
  const artifact = `org.openapitools:openapi-generator-cli:${openapiGeneratorVersion}`;
  const fetchJar = ['mvn', '-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${cache}`];
  const configuration = place.settings === undefined ? [] : ['-c', join(place.settings, settings)];
  const generate = ['java', '-Dlog.level=error', '-jar', jar, 'generate', '-i', document, '-g', generator, '-o', out];
  const slim = ['--global-property', 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'];
  return [
    ...(existsSync(jar) ? [] : [{ argv: fetchJar, cwd: folder }]),
    { argv: [...generate, ...slim, ...configuration, ...plainSettings(generator)], cwd: folder },
  ];
}

/** Names that the driving programs import: no cure, so they are given with and without settings. */
function plainSettings(generator: string): string[] {
  if (generator === 'go') return ['--package-name', 'payments', '--additional-properties', 'withGoMod=false'];
  if (generator === 'csharp')
    return ['--library', 'httpclient', '--package-name', 'Payments', '--additional-properties', 'targetFramework=netstandard2.0'];
  if (generator === 'java') return ['--library', 'native'];
  if (generator === 'rust') return ['--package-name', 'payments'];
  if (generator === 'php') return ['--invoker-package', 'Payments'];
  if (generator === 'typescript-fetch') return ['--additional-properties', 'importFileExtension=.js'];
  if (generator === 'python') return ['--package-name', 'payments'];
  return [];
}
