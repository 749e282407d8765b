import type { DeclareCases } from '../../src/case/case.ts';
import { duringOutage } from '../../src/subject/require-ability.ts';
import { judgeUnavailable } from '../play/outage.ts';

/** Cases for a create during an outage of the store. */
export const storeUnavailableCases: DeclareCases = () => [
  {
    id: 'answers/store-unavailable',
    title: 'A create is refused with 503 while the store is away',
    requirement: 'unavailable-is-503',
    operations: ['create-payment'],
    problem: 'service_unavailable',
    async run(context) {
      const { subject } = context;
      const spec = subject.requestOf('createPayment', subject.createBody);
      const away = await duringOutage(subject, 'store', () => subject.sendOnce(spec));
      return judgeUnavailable(context, 'unavailable-is-503', 'service_unavailable', away);
    },
  },
];
