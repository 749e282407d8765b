/** Tests that the code for an application in an empty folder imports only the package that the application installs. */
import { expect, test } from 'vitest';
import { readScenario } from './try-install.ts';

test('the scenario imports nothing that is not published', () => {
  const imported = [...readScenario().matchAll(/ from '([^']+)';$/gm)].map(([, name = '']) => name);
  expect(imported).not.toEqual([]);
  expect(imported.filter((name) => !/^@payment-invoice\/client(\/|$)/.test(name))).toEqual([]);
});
