import { lifecycleComplete } from './lifecycle-complete.js';
import { operationIdShape } from './operation-id-shape.js';
import { problemCatalogue } from './problem-catalogue.js';
import { problemResponses } from './problem-responses.js';
import { requestSchemaClosed } from './request-schema-closed.js';
import { requirementCount } from './requirement-count.js';
import { requirementForm } from './requirement-form.js';
import { requirementIdsUnique } from './requirement-ids-unique.js';
import { requirementOrder } from './requirement-order.js';
import { requirementSentences } from './requirement-sentences.js';
import { schemaMemberDocumented } from './schema-member-documented.js';

/** Our lint rules, as a plugin for Redocly: what the contract promises beyond OpenAPI. */
export default function plugin() {
  return {
    id: 'payment-invoice',
    rules: {
      oas3: {
        'lifecycle-complete': lifecycleComplete,
        'operation-id-shape': operationIdShape,
        'problem-catalogue': problemCatalogue,
        'problem-responses': problemResponses,
        'request-schema-closed': requestSchemaClosed,
        'requirement-count': requirementCount,
        'requirement-form': requirementForm,
        'requirement-ids-unique': requirementIdsUnique,
        'requirement-order': requirementOrder,
        'requirement-sentences': requirementSentences,
        'schema-member-documented': schemaMemberDocumented,
      },
    },
  };
}
