import type { RequestSpec } from '../../src/http/exchange.ts';
import type { Subject } from '../../src/subject/subject.ts';

/** Makes the create of the smallest body that this deployment accepts. */
export const smallestCreate = (subject: Subject): RequestSpec => subject.requestOf('createPayment', subject.createBody);
