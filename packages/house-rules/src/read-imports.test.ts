import { expect, test } from 'vitest';
import { packageOf, readImports } from './read-imports.ts';

// Builds the lines at run time. If they were written out, they would count as imports that this file makes.
const write = (line: string) => line.replace('IMPORT', 'import').replace('REQUIRE', 'require').replace('URL_OF', 'new URL');

test('sees every form of import, over several lines too, and none in comments', () => {
  const lines = [
    "IMPORT a from 'a';",
    "IMPORT { type B,\n  c } from '@s/b/deep';",
    "IMPORT './bare.ts';",
    "export type { D } from '../d.ts';",
    "const e = await IMPORT('e');",
    "IMPORT.meta.resolve('f/package.json');",
    "URL_OF('../../g.yaml', import.meta.url);",
    "const h = REQUIRE('h');",
    "// import i from 'i';",
    "/** import j from 'j'; */",
    "const words = 'we import from ' + 'k';",
  ];
  const found = ['a', '@s/b/deep', '../d.ts', './bare.ts', 'e', 'f/package.json', '../../g.yaml', 'h'];
  expect(readImports(lines.map(write).join('\n')).sort()).toEqual(found.sort());
});

test('knows the package of an import', () => {
  expect(['a', 'a/b', '@s/b', '@s/b/c'].map(packageOf)).toEqual(['a', 'a', '@s/b', '@s/b']);
});
