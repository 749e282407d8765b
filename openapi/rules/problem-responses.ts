import { isNode, type Node, type Place } from '../reader/json.ts';
import { defineRule, type Finding } from './define-rule.ts';
import { listProblemExamples, listProblemResponses, problemType } from './list-problem-responses.ts';

const schema = '#/components/schemas/Problem';

/** Every 4xx and 5xx response is a problem, and its examples show the catalogue's codes that it can carry. */
export const problemResponses = defineRule(function* (contract) {
  for (const { key, place, response, at } of listProblemResponses(contract)) {
    if (!/^[45]\d\d$/.test(key)) {
      yield { at: place, message: `A response for '${key}' names no status. Write one response for each status, like '404'.` };
      continue;
    }
    const types = isNode(response.content) ? Object.keys(response.content) : [];
    if (types.length !== 1 || types[0] !== problemType) {
      yield {
        at: 'content' in response ? [...at, 'content'] : at,
        message: `The ${key} response is of ${types.join(', ') || 'no media type'}. Give it ${problemType} and nothing else.`,
      };
      continue;
    }
    const body = [...at, 'content', problemType];
    const media = response.content[problemType];
    if (media?.schema?.$ref !== schema)
      yield {
        at: isNode(media) && 'schema' in media ? [...body, 'schema'] : body,
        message: `The ${key} response is of another schema than the catalogue's. Refer to ${schema}.`,
      };
    yield* checkExamples(contract.document, key, response, at);
  }
});

function* checkExamples(document: Node, key: string, response: Node, at: Place): Generator<Finding> {
  const examples = listProblemExamples(document, response, at);
  if (examples.length === 0)
    yield {
      at: [...at, 'content', problemType],
      message: `The ${key} response has no examples. Add one for each code that it can carry: \`<code>: { $ref: '#/components/examples/<code>' }\`.`,
    };
  for (const { code, at: place, value } of examples) {
    const problem = document['x-problems']?.[code];
    if (!problem)
      yield { at: place, message: `Example '${code}' is no code of x-problems. Key each example by a code of the catalogue.` };
    else if (String(problem.status) !== key)
      yield {
        at: place,
        message: `'${code}' is a problem of status ${problem.status}, shown for ${key}. Move the example to the ${problem.status} response.`,
      };
    else
      for (const [name, expected] of Object.entries({ code, status: problem.status, title: problem.title }))
        if (value?.[name] !== expected)
          yield {
            at: place,
            message: `Example '${code}' shows ${name} ${JSON.stringify(value?.[name])}, x-problems says ${JSON.stringify(expected)}. Make them agree.`,
          };
  }
}
