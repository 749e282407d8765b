import { echoStated } from './echo-stated.ts';
import { factForm } from './fact-form.ts';
import { idleKeywords, unreadParts } from './idle-parts.ts';
import { eventTypes, lifecycleComplete } from './lifecycle-rules.ts';
import { operationFacts } from './operation-facts.ts';
import { callbackParts, checkOrder, linkValues, operationIdShape } from './operation-rules.ts';
import { problemCatalogue, problemResponses } from './problem-rules.ts';
import { propertyFacts } from './property-facts.ts';
import { relationForm } from './relation-form.ts';
import { requirementForm } from './requirement-form.ts';
import {
  featureInherited,
  proseWithoutCounts,
  requirementCount,
  requirementIdsUnique,
  requirementNumbers,
  requirementOrder,
  requirementSentences,
} from './requirement-rules.ts';
import {
  bodyForms,
  exampleFields,
  namedParts,
  oneWaySchemas,
  requestSchemaClosed,
  schemaMemberDocumented,
  untypedNegation,
} from './schema-rules.ts';
import { defaultWords, factWords, headerWords, lifecycleWords, listedWords, statusWords } from './word-rules.ts';

/** Returns our lint rules as a Redocly plugin. They check the parts of the contract that go beyond OpenAPI. */
export default function plugin() {
  return {
    id: 'payment-invoice',
    rules: {
      oas3: {
        'body-forms': bodyForms,
        'callback-parts': callbackParts,
        'check-order': checkOrder,
        'default-words': defaultWords,
        'echo-stated': echoStated,
        'event-types': eventTypes,
        'example-fields': exampleFields,
        'fact-form': factForm,
        'fact-words': factWords,
        'feature-inherited': featureInherited,
        'header-words': headerWords,
        'idle-keywords': idleKeywords,
        'lifecycle-complete': lifecycleComplete,
        'lifecycle-words': lifecycleWords,
        'link-values': linkValues,
        'listed-words': listedWords,
        'named-parts': namedParts,
        'one-way-schemas': oneWaySchemas,
        'operation-facts': operationFacts,
        'operation-id-shape': operationIdShape,
        'problem-catalogue': problemCatalogue,
        'problem-responses': problemResponses,
        'property-facts': propertyFacts,
        'prose-without-counts': proseWithoutCounts,
        'relation-form': relationForm,
        'request-schema-closed': requestSchemaClosed,
        'requirement-count': requirementCount,
        'requirement-form': requirementForm,
        'requirement-ids-unique': requirementIdsUnique,
        'requirement-numbers': requirementNumbers,
        'requirement-order': requirementOrder,
        'requirement-sentences': requirementSentences,
        'schema-member-documented': schemaMemberDocumented,
        'status-words': statusWords,
        'unread-parts': unreadParts,
        'untyped-negation': untypedNegation,
      },
    },
  };
}
