import { expect, test } from 'vitest';
import { readBearerToken } from './read-bearer-token.ts';

const read = (value: string) => readBearerToken({ rawHeaders: ['Authorization', value] });

test.each(['Bearer abc', 'bearer  abc', 'Bearer\tabc ', ' Bearer abc'])('%j holds a token', (value) => {
  expect(read(value)).toBe('abc');
});

test.each(['Bearer abc\xa0', 'Bearer \xa0abc', 'Bearer a\xa0c', 'Bearer abc\u2003', 'Bearer'])('%j holds none', (value) => {
  expect(() => read(value)).toThrow(expect.objectContaining({ code: 'invalid_token' }));
});
