import { accountChanges } from './account-changes.ts';
import { archiveChanges } from './archive-changes.ts';
import { drilledChanges } from './changes.ts';
import type { DrilledChange } from './drill.ts';
import { furtherChanges } from './further-changes.ts';
import { headerChanges } from './header-changes.ts';
import { kindChanges } from './kind-changes.ts';
import { limitChanges } from './limit-changes.ts';
import { listChanges } from './list-changes.ts';
import { numberChanges } from './number-changes.ts';
import { objectChanges } from './object-changes.ts';
import { orderChanges } from './order-changes.ts';
import { reviewChanges } from './review-changes.ts';
import { ruleChanges } from './rule-changes.ts';
import { shownChanges } from './shown-changes.ts';
import { uniqueChanges } from './unique-changes.ts';
import { valueChanges } from './value-changes.ts';

/** All changes of the contract that the drill tries, in the order of its table. */
export const allChanges: readonly DrilledChange[] = [
  ...drilledChanges,
  ...furtherChanges,
  ...valueChanges,
  ...reviewChanges,
  ...kindChanges,
  ...listChanges,
  ...objectChanges,
  ...ruleChanges,
  ...limitChanges,
  ...headerChanges,
  ...orderChanges,
  ...uniqueChanges,
  ...shownChanges,
  ...accountChanges,
  ...archiveChanges,
  ...numberChanges,
];
