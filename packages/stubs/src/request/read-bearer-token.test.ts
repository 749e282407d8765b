import { expect, test } from 'vitest';
import { readBearerToken } from './read-credentials.ts';

const read = (value: string) => readBearerToken({ rawHeaders: ['Authorization', value] });

test.each(['Bearer abc', 'bearer  abc', 'Bearer\tabc ', ' Bearer abc'])('%j holds a token', (value) => {
  expect(read(value)).toBe('abc');
});

test.each(['Bearer abc\xa0', 'Bearer \xa0abc', 'Bearer a\xa0c', 'Bearer abc\u2003', 'Bearer'])('%j holds none', (value) => {
  expect(() => read(value)).toThrow(expect.objectContaining({ code: 'invalid_token' }));
});

test('an Authorization of many spaces costs no more than another', () => {
  const cpuOf = (value: string) => {
    const before = process.threadCpuUsage();
    for (let i = 0; i < 5; i++) expect(() => read(value)).toThrow();
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  };
  const other = cpuOf(`Basic ${'a'.repeat(15_000)} a a`);
  expect(cpuOf(`Basic${' '.repeat(15_000)}a a`)).toBeLessThan(10 * other + 200_000);
});
