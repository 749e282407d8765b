import type { Made } from './generator.ts';

/** openapi-generator's generators whose clients are generated and read but not run, mostly because the toolchain is missing. */
export const onlyRead = {
  'csharp-generichost': {
    language: 'C#',
    generator: 'csharp',
    form: ' (generichost)',
    out: 'client',
    names: ['--library', 'generichost'],
    read: { finding: 'leaves out what is not set', shown: /if \(createPaymentRequest\.CallbackUrlOption\.IsSet\)/ },
  },
  dart: {
    language: 'Dart',
    out: 'client',
    read: { finding: 'writes null for what is not set', shown: /json\[r'callbackUrl'\] = null/ },
  },
  'dart-dio': {
    language: 'Dart',
    out: 'client',
    read: { finding: 'leaves out what is not set', shown: /if \(object\.callbackUrl != null\)/ },
  },
  swift6: {
    language: 'Swift',
    out: 'client',
    read: { finding: 'leaves out what is not set', shown: /encodeIfPresent\(callbackUrl/ },
  },
  elixir: {
    language: 'Elixir',
    out: 'client',
    read: { finding: 'a struct holds a field for what is not set', shown: /:callbackUrl/ },
  },
  powershell: {
    language: 'PowerShell',
    out: 'client',
    read: { finding: 'writes null for what is not set', shown: /'callbackUrl' = \$\{CallbackUrl\}/ },
  },
  'haskell-http-client': {
    language: 'Haskell',
    out: 'client',
    document: 'plain',
    limits: ['of another document it reads no invoice that has a null'],
    read: { finding: 'leaves out what is not set', shown: /_omitNulls\n/ },
  },
  'scala-sttp': {
    language: 'Scala',
    out: 'client',
    document: 'plain',
    limits: ['of another document it reads no invoice that has a null'],
    read: { finding: 'leaves out what is not set', shown: /paidAmount: Option\[Double\]/ },
  },
  crystal: {
    language: 'Crystal',
    out: 'client',
    read: { finding: 'leaves out what is not set', shown: /key: "callbackUrl", emit_null: false/ },
  },
  r: {
    language: 'R',
    out: 'client',
    read: { finding: 'leaves out what is not set', shown: /if \(!is\.null\(self\$`callbackUrl`\)\)/ },
  },
  lua: {
    language: 'Lua',
    out: 'client',
    read: { finding: 'leaves out what is not set', shown: /\["callbackUrl"\] = callback_url/ },
  },
  clojure: {
    language: 'Clojure',
    out: 'client',
    read: { finding: 'takes a map, and leaves out what is not in it', shown: /\(ds\/opt :callbackUrl\)/ },
  },
} satisfies Record<string, Made>;
