import type { Document, RuleTest } from '../test-rules.ts';

const core = (id: string, source: string) => ({ id, support: 'core', source });
const extended = (id: string, source: string) => ({ id, support: 'extended', source });
const list = (document: Document, ...requirements: object[]) => {
  document['x-requirements'] = requirements;
};

export const requirementOrder: RuleTest = {
  base: {
    openapi: '3.1.0',
    info: { title: 'Base', version: '1.0.0' },
    paths: {},
    'x-requirements': [
      core('a', '§1'),
      core('b', '§2.1'),
      core('c', '§2.1 rule 2'),
      core('d', '§2.1 rule 3, §2.2'),
      core('e', '§2.4'),
      core('f', '§4'),
      extended('g', 'D-02'),
      extended('h', 'D-10'),
    ],
  },
  passes: {
    'requirements from one place in any order': (d) => list(d, core('b', '§2.1'), core('a', '§2.1')),
    'a source that is for another rule to refuse': (d) => list(d, core('b', '§9'), core('a', 'elsewhere'), extended('c', 'D-01')),
  },
  finds: {
    'extended before core': [
      (d) => list(d, extended('a', 'D-01'), core('b', '§9')),
      '#/x-requirements/1',
      "'b' (core, §9) stands after 'a' (D-01)",
    ],
    'sections out of order': [(d) => list(d, core('a', '§2.2'), core('b', '§2.1')), '#/x-requirements/1', "'b' (core, §2.1)"],
    'chapters out of order': [(d) => list(d, core('a', '§4'), core('b', '§2.4')), '#/x-requirements/1', "stands after 'a' (§4)"],
    'a rule before its section': [
      (d) => list(d, core('a', '§2.1 rule 1'), core('b', '§2.1')),
      '#/x-requirements/1',
      "stands after 'a' (§2.1 rule 1)",
    ],
    'rules out of order': [
      (d) => list(d, core('a', '§2.1 rule 3'), core('b', '§2.1 rule 2')),
      '#/x-requirements/1',
      "'b' (core, §2.1 rule 2)",
    ],
    'decisions out of order': [
      (d) => list(d, extended('a', 'D-10'), extended('b', 'D-09')),
      '#/x-requirements/1',
      "'b' (extended, D-09)",
    ],
    'sources of one requirement out of order': [
      (d) => list(d, core('a', '§2.2, §2.1')),
      '#/x-requirements/0/source',
      "The sources of 'a' are out of order",
    ],
    'a source named twice': [(d) => list(d, extended('a', 'D-01, D-01')), '#/x-requirements/0/source', 'Name each once'],
  },
};
