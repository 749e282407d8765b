import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkout } from './stage.ts';
import { readStages } from './try-images.ts';

test('reads stages by name and continued lines, and skips comments', () => {
  const text = '# FROM nothing\nFROM a AS one\nRUN x \\\n  && y\n\nFROM one AS two\nUSER node\n';
  expect([...readStages(text)]).toEqual([
    [
      'one',
      [
        { word: 'FROM', rest: 'a AS one' },
        { word: 'RUN', rest: 'x  && y' },
      ],
    ],
    [
      'two',
      [
        { word: 'FROM', rest: 'one AS two' },
        { word: 'USER', rest: 'node' },
      ],
    ],
  ]);
});

const stages = readStages(readFileSync(join(checkout, 'Dockerfile'), 'utf8'));
const wordsOf = (name: string, word: string) =>
  (stages.get(name) ?? []).filter((step) => step.word === word).map(({ rest }) => rest);

test('the image of the server has a base without a shell, and a user, a volume and a health check', () => {
  expect([...stages.keys()].at(-1)).toBe('server');
  expect(wordsOf('server', 'FROM')).toEqual([
    expect.stringMatching(/\/distroless\/nodejs24-debian\d+:nonroot@sha256:\w+ AS server$/),
  ]);
  for (const word of ['RUN', 'ADD']) expect(wordsOf('server', word)).toEqual([]);
  expect(wordsOf('server', 'USER')).toEqual(['65532:65532']);
  expect(wordsOf('server', 'VOLUME')).toEqual(['/data']);
  expect(wordsOf('server', 'HEALTHCHECK')).toEqual([expect.stringContaining('/readyz')]);
});

test('every image from a registry is named by its digest', () => {
  const bases = [...stages.keys()].flatMap((name) => wordsOf(name, 'FROM')).map((rest) => rest.split(' ')[0] ?? '');
  const pulled = [...readFileSync(join(checkout, 'compose.yaml'), 'utf8').matchAll(/^ +image: (.+)$/gm)].map(
    ([, image]) => image,
  );
  const unnamed = [...bases, ...pulled].filter((image) => !stages.has(image ?? '') && !/@sha256:[0-9a-f]{64}$/.test(image ?? ''));
  expect(unnamed).toEqual([]);
});

test.each(['server', 'conformance'])(
  'the image of %s takes nothing from the checkout but what was packed, and is not root',
  (name) => {
    expect(wordsOf(name, 'COPY').filter((rest) => !rest.startsWith(`--from=${name}-files `))).toEqual([]);
    expect(wordsOf(name, 'USER')).not.toEqual([]);
  },
);
