import { defineRule } from './define-rule.js';
import { isObject } from './json.js';
import { listProblemExamples, listProblemResponses, problemType } from './list-problem-responses.js';

const schema = '#/components/schemas/Problem';

/** Every 4xx and 5xx answer is a problem, and its examples show the catalogue's codes that it can carry. */
export const problemResponses = defineRule(function* (contract) {
  for (const { key, place, response, at } of listProblemResponses(contract)) {
    if (!/^[45]\d\d$/.test(key)) {
      yield { at: place, message: `A response for '${key}' names no status. Write one response for each status, like '404'.` };
      continue;
    }
    const types = isObject(response.content) ? Object.keys(response.content) : [];
    if (types.length !== 1 || types[0] !== problemType) {
      yield {
        at: 'content' in response ? [...at, 'content'] : at,
        message: `The ${key} response is of ${types.join(', ') || 'no media type'}. Give it ${problemType} alone.`,
      };
      continue;
    }
    const body = [...at, 'content', problemType];
    const media = response.content[problemType];
    if (media?.schema?.$ref !== schema)
      yield {
        at: isObject(media) && 'schema' in media ? [...body, 'schema'] : body,
        message: `The ${key} response is of another schema than the catalogue's. Refer to ${schema}.`,
      };
    yield* checkExamples(contract, key, response, at);
  }
});

/**
 * @param {import('./define-rule.js').Contract} contract
 * @param {string} key
 * @param {Record<string, any>} response
 * @param {import('./define-rule.js').Place} at
 * @returns {Generator<import('./define-rule.js').Finding>}
 */
function* checkExamples(contract, key, response, at) {
  const examples = listProblemExamples(contract, response, at);
  if (examples.length === 0)
    yield {
      at: [...at, 'content', problemType],
      message: `The ${key} response has no examples. Add one for each code that it can carry: \`<code>: { $ref: '#/components/examples/<code>' }\`.`,
    };
  for (const { code, at: place, value } of examples) {
    const problem = contract['x-problems']?.[code];
    if (!problem)
      yield { at: place, message: `Example '${code}' is no code of x-problems. Key each example by a code of the catalogue.` };
    else if (String(problem.status) !== key)
      yield {
        at: place,
        message: `'${code}' is a problem of status ${problem.status}, shown for ${key}. Move the example to the ${problem.status} response.`,
      };
    else
      for (const [member, expected] of Object.entries({ code, status: problem.status, title: problem.title }))
        if (value?.[member] !== expected)
          yield {
            at: place,
            message: `Example '${code}' shows ${member} ${JSON.stringify(value?.[member])}, x-problems says ${JSON.stringify(expected)}. Make them agree.`,
          };
  }
}
