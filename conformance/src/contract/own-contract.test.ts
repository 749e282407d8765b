import { expect, test } from 'vitest';
import { loadContract } from '../../payments/load-contract.ts';
import { describeOwnContract, parseOwnContract } from './own-contract.ts';

test('what a package carries in place of the YAML, and what --version reads of it, is the same contract', () => {
  const { version, sha256, document } = loadContract();
  expect(describeOwnContract()).toEqual({ version, sha256 });
  expect(JSON.parse(parseOwnContract())).toEqual({ sha256, document });
});
