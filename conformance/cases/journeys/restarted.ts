import type { CaseContext } from '../../src/case/case.ts';
import { requireAbility } from '../../src/subject/require-ability.ts';
import { lastingCases, onceStill, trials } from '../play/lasting.ts';

/** Returns what restarts the deployment. */
const abilityToRestart = ({ subject }: Pick<CaseContext, 'subject'>) =>
  requireAbility(subject, 'restart', 'A deployment that can be ended and started again is needed');

/** Everything that a restart must leave as it was: the contract knows of none, so no statement of it ends with one. */
export const restartedCases = lastingCases('restarted', trials, {
  when: 'a restart',
  require: abilityToRestart,
  happen: ({ subject }) => onceStill('restart', () => abilityToRestart({ subject })(subject.settings)),
});
