import type { Attack } from './attack.ts';
import { bodyAttacks } from './attacks/body-attacks.ts';
import { callbackAttacks } from './attacks/callback-attacks.ts';
import { connectionAttacks } from './attacks/connection-attacks.ts';
import { consoleAttacks } from './attacks/console-attacks.ts';
import { costlyRequests } from './attacks/costly-requests.ts';
import { longRuns } from './attacks/long-runs.ts';
import { pageAttacks } from './attacks/page-attacks.ts';

/** Every attack, in table order. */
export const attackList: readonly Attack[] = [
  ...pageAttacks,
  ...connectionAttacks,
  ...bodyAttacks,
  ...callbackAttacks,
  ...consoleAttacks,
  longRuns,
  costlyRequests,
];
