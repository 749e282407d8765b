import { followReference } from '../reader/follow-reference.ts';
import { itemsOf, textOf } from '../reader/json.ts';
import { requestPropertiesOf } from '../reader/list-properties.ts';
import { defineRule } from './define-rule.ts';
import { listProblemExamples, listProblemResponses } from './list-problem-responses.ts';

/** The example of a refusal names fields of the operation that shows it: its readers, and mock servers, take it for what comes. */
export const exampleFields = defineRule(function* (contract) {
  const { document } = contract;
  for (const operation of contract.operations) {
    const parameters = operation.parameters.map(
      (parameter, index) => followReference(document, parameter, [...operation.at, 'parameters', index]).node?.name,
    );
    const known = [...requestPropertiesOf(document, operation).map(({ name }) => name), ...parameters];
    const responses = listProblemResponses({ ...contract, operations: [operation] }).filter(({ isRouted }) => isRouted);
    for (const example of responses.flatMap(({ response, at }) => listProblemExamples(document, response, at)))
      for (const { pointer } of itemsOf(example.value?.errors)) {
        const [, field] = textOf(pointer).split('/');
        if (field !== undefined && !known.includes(field))
          yield {
            at: example.at,
            message: `The example of '${example.code}' names the field ${field}, which ${operation.id} does not take. Give the operation an example of its own.`,
          };
      }
  }
});
