import { join } from 'node:path';
import { type Made, settingsFile } from './generator.ts';
import { fetchJar } from './programs.ts';

/** Describes a Java client that is built with its own `pom.xml`. `jars` is a glob for the client's jar and its libraries. */
const javaClient = (others: Partial<Made>, jars = 'client/target/*'): Made => ({
  language: 'Java',
  out: 'client',
  shared: 'java',
  build: ({ cache, folder }) => [
    {
      argv: [
        ...['mvn', '-q', '-B', '-f', 'client/pom.xml', '-Dmaven.test.skip', '-Dmaven.javadoc.skip', '-Dmaven.source.skip'],
        ...['package', 'dependency:copy-dependencies', '-DoutputDirectory=target', '-DincludeScope=runtime'],
      ],
      cwd: folder,
    },
    ...harnessJars.flatMap((jar) => fetchJar({ cache, folder }, jar)),
    { argv: ['sh', '-c', 'javac -proc:none -d out -cp "$0" driver/*.java', classPath(cache, jars)], cwd: folder },
  ],
  drive: ({ cache, folder }) => ({ argv: ['java', '-cp', `out:${classPath(cache, jars)}`, 'Harness'], cwd: folder }),
  ...others,
});

const times = "datetimeFormat=yyyy-MM-dd'T'HH:mm:ss[.SSSSSS][.SSS]XXX";
const decimals = '`BigDecimal` for amounts';

/** Describes a Java client with the HTTP library `library`. Its other settings are the same as for the library `native`. */
const javaLibrary = (library: string, others: Partial<Made> = {}): Made =>
  javaClient({
    generator: 'java',
    form: ` (${library})`,
    settings: 'openapi-generator-java',
    names: ['--library', library],
    advice: { set: `${settingsFile('openapi-generator-java.yaml')} and \`--library ${library}\``, purpose: decimals },
    limits: ['it writes null for what is not set, until you call `setDefaultPropertyInclusion(Include.NON_NULL)` of its mapper'],
    ...others,
  });

const harnessJars = [
  'com.standardwebhooks:standardwebhooks:1.1.0',
  ...['databind', 'core', 'annotations'].map((part) => `com.fasterxml.jackson.core:jackson-${part}:2.19.2`),
];
/** Makes a class path. The client's jars precede the harness's, so that a client gets the version of Jackson that it contains. */
const classPath = (cache: string, jars: string): string =>
  [jars, ...harnessJars.map((jar) => join(cache, `${jar.split(':').slice(1).join('-')}.jar`))].join(':');

/** The Java clients of openapi-generator, keyed by library. */
export const javaClients = {
  java: javaClient({
    ...{ form: ' (native)', names: ['--library', 'native'], sweeps: true },
    advice: { set: settingsFile('openapi-generator-java.yaml'), purpose: decimals },
  }),
  'java-okhttp': javaClient({
    ...{ generator: 'java', form: ' (okhttp-gson)', names: ['--library', 'okhttp-gson'] },
    advice: {
      set: settingsFile('openapi-generator-java-okhttp.yaml'),
      purpose: `new fields: without it a response that has one is refused; ${decimals}`,
    },
  }),
  'java-restclient': javaLibrary('restclient'),
  'java-feign': javaLibrary('feign'),
  'java-resttemplate': javaLibrary('resttemplate', {
    limits: [
      'it writes null for what is not set, until the mapper of its converter includes `NON_NULL` only',
      'the body of a 401 is lost, until its `SimpleClientHttpRequestFactory` is given `setOutputStreaming(false)`',
    ],
  }),
  'java-webclient': javaLibrary('webclient'),
  'java-retrofit2': javaLibrary('retrofit2', { limits: [] }),
  'java-micronaut-client': javaClient(
    {
      names: [
        ...['--type-mappings', 'double=BigDecimal', '--import-mappings', 'BigDecimal=java.math.BigDecimal'],
        ...['--api-package', 'org.openapitools.client.api', '--model-package', 'org.openapitools.client.model'],
        '--additional-properties',
        `requiredPropertiesInConstructor=false,${times}`,
      ],
      advice: {
        set: `\`--type-mappings double=BigDecimal --import-mappings BigDecimal=java.math.BigDecimal --additional-properties "${times}"\``,
        purpose: `${decimals}; times with more or fewer than three digits of a second`,
      },
      limits: ['it adds no token: a filter does', 'it reads only times with three digits of a second, without its setting'],
    },
    // Adds no other jars. The client's jar already contains its libraries, and Micronaut refuses to start if one is on the class
    // path twice.
    'client/target/openapi-micronaut-client-1.0.0.jar',
  ),
} satisfies Record<string, Made>;
