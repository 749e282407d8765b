import type { RuleTest } from '../test-rules.ts';
import { bodyForms } from './body-forms.ts';
import { callbackParts } from './callback-parts.ts';
import { checkOrder } from './check-order.ts';
import { defaultWords } from './default-words.ts';
import { echoStated } from './echo-stated.ts';
import { eventTypes } from './event-types.ts';
import { exampleFields } from './example-fields.ts';
import { factForm } from './fact-form.ts';
import { factWords } from './fact-words.ts';
import { featureInherited } from './feature-inherited.ts';
import { headerWords } from './header-words.ts';
import { idleKeywords } from './idle-keywords.ts';
import { lifecycleComplete } from './lifecycle-complete.ts';
import { lifecycleWords } from './lifecycle-words.ts';
import { linkValues } from './link-values.ts';
import { listedWords } from './listed-words.ts';
import { namedParts } from './named-parts.ts';
import { oneWaySchemas } from './one-way-schemas.ts';
import { operationFacts } from './operation-facts.ts';
import { operationIdShape } from './operation-id-shape.ts';
import { problemCatalogue } from './problem-catalogue.ts';
import { problemResponses } from './problem-responses.ts';
import { proseWithoutCounts } from './prose-without-counts.ts';
import { relationForm } from './relation-form.ts';
import { requestSchemaClosed } from './request-schema-closed.ts';
import { requirementCount } from './requirement-count.ts';
import { requirementForm } from './requirement-form.ts';
import { requirementIdsUnique } from './requirement-ids-unique.ts';
import { requirementNumbers } from './requirement-numbers.ts';
import { requirementOrder } from './requirement-order.ts';
import { requirementSentences } from './requirement-sentences.ts';
import { schemaMemberDocumented } from './schema-member-documented.ts';
import { statusWords } from './status-words.ts';
import { unreadParts } from './unread-parts.ts';
import { untypedNegation } from './untyped-negation.ts';

/** For each rule, the base document and the mistakes in it that the rule must find. */
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
};
