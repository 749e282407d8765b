import type { RequestSpec } from '../../src/http/exchange.ts';
import { jsonRequest } from '../../src/http/json-request.ts';
import type { Subject } from '../../src/subject/subject.ts';

/** Makes the create of the smallest body that this deployment accepts. */
export const smallestCreate = (subject: Subject): RequestSpec => jsonRequest(subject.pathOf('createPayment'), subject.createBody);
