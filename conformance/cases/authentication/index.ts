import type { CaseFolder } from '../../src/case/case.ts';
import { liveCases } from './live.ts';
import { looseCases } from './loose.ts';
import { oddCases } from './odd.ts';
import { rateLimitCases } from './rate-limit.ts';
import { revokedTokenCases } from './revoked-token.ts';
import { schemeCases } from './scheme.ts';
import { statesCases } from './states.ts';

export const authentication: CaseFolder = {
  live: liveCases,
  'rate-limit': rateLimitCases,
  'revoked-token': revokedTokenCases,
  odd: oddCases,
  loose: looseCases,
  scheme: schemeCases,
  states: statesCases,
};
