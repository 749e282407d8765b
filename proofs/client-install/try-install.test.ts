/** Tests that the code that an application in an empty folder runs imports only the package that it installs. */
import { expect, test } from 'vitest';
import { readScenario } from './try-install.ts';

test('the scenario imports nothing that is not published', () => {
  const imported = [...readScenario().matchAll(/ from '([^']+)';$/gm)].map(([, name = '']) => name);
  expect(imported).not.toEqual([]);
  expect(imported.filter((name) => !/^@payment-invoice\/client(\/|$)/.test(name))).toEqual([]);
});
