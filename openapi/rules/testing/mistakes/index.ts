import type { RuleTest } from '../test-rules.ts';
import { defaultWords } from './default-words.ts';
import { echoStated } from './echo-stated.ts';
import { eventTypes } from './event-types.ts';
import { factForm } from './fact-form.ts';
import { idleKeywords } from './idle-keywords.ts';
import { lifecycleComplete } from './lifecycle-complete.ts';
import { linkValues } from './link-values.ts';
import { operationFacts } from './operation-facts.ts';
import { callbackParts, checkOrder, operationIdShape } from './operation-mistakes.ts';
import { problemCatalogue, problemResponses } from './problem-mistakes.ts';
import { requestSchemaClosed } from './request-schema-closed.ts';
import { requirementForm } from './requirement-form.ts';
import {
  featureInherited,
  requirementCount,
  requirementIdsUnique,
  requirementNumbers,
  requirementOrder,
} from './requirement-mistakes.ts';
import { schemaMemberDocumented } from './schema-member-documented.ts';
import { bodyForms, exampleFields, namedParts, oneWaySchemas, untypedNegation } from './schema-mistakes.ts';
import { lifecycleWords, proseWithoutCounts, requirementSentences, statusWords } from './sentence-mistakes.ts';
import { unreadParts } from './unread-parts.ts';
import { factWords, headerWords, listedWords } from './word-mistakes.ts';

/** Each rule's base, and the mistakes in it that the rule finds. */
export const mistakes: Readonly<Record<string, RuleTest>> = {
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
  'prose-without-counts': proseWithoutCounts,
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
};
