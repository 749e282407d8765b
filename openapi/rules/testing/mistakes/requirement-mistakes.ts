import { factContract as base } from '../fact-contract.ts';
import { wrong } from '../make-mistake.ts';
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

const requirementCountBase = {
  openapi: '3.1.0',
  info: { title: 'Base', version: '1.0.0' },
  paths: {},
  'x-requirements': [{ id: 'first' }],
  components: { schemas: { Tag: { type: 'string', 'x-requirements': [{ id: 'second' }] } } },
};

export const requirementCount: RuleTest = {
  options: { minimum: 2 },
  base: requirementCountBase,
  passes: {
    'more than are expected': (d) => {
      d['x-requirements'].push({ id: 'third' });
    },
  },
  finds: {
    'fewer than are expected': [
      (d) => {
        delete d.components.schemas.Tag['x-requirements'];
      },
      '#/',
      'holds 1 requirements, at least 2 are expected',
    ],
  },
};

export const requirementIdsUnique: RuleTest = {
  base: {
    openapi: '3.1.0',
    info: { title: 'Base', version: '1.0.0' },
    paths: {},
    'x-requirements': [{ id: 'first' }],
    components: {
      schemas: {
        Invoice: {
          'x-requirements': [{ id: 'second' }],
          properties: { cashTag: { $ref: '#/components/schemas/Tag', 'x-requirements': [{ id: 'third' }] } },
        },
        Tag: { type: 'string' },
      },
    },
  },
  passes: {
    'an example that shows requirements': (d) => {
      d.components.schemas.Tag.examples = [{ 'x-requirements': [{ id: 'first' }] }];
    },
  },
  finds: {
    'an id used twice in a list': [
      (d) => {
        d['x-requirements'].push({ id: 'first' });
      },
      '#/x-requirements/1/id',
      "'first' is taken by #/x-requirements/0",
    ],
    'an id used in two lists': wrong(
      '#/components/schemas/Invoice/x-requirements/0/id',
      'first',
      "'first' is taken by #/x-requirements/0",
    ),
    'an id used beside a reference': wrong(
      '#/components/schemas/Invoice/properties/cashTag/x-requirements/0/id',
      'second',
      "'second' is taken by #/components/schemas/Invoice/x-requirements/0",
    ),
    'an id used by a field named like a keyword': [
      (d) => {
        d.components.schemas.Invoice.properties.value = { 'x-requirements': [{ id: 'first' }] };
      },
      '#/components/schemas/Invoice/properties/value/x-requirements/0/id',
      "'first' is taken",
    ],
  },
};

const url = (d: Document) => d.components.schemas.Url;

export const requirementNumbers: RuleTest = {
  base: {
    openapi: '3.1.0',
    info: { title: 'Base', version: '1.0.0' },
    paths: {
      '/create': {
        post: {
          operationId: 'createPayment',
          'x-rate-limits': [{ name: 'create', per: 'account', requests: 60, seconds: 60, requirement: 'create-rate' }],
          'x-requirements': [{ id: 'create-rate', text: 'At most 60 invoices a minute.' }],
        },
      },
    },
    components: {
      schemas: {
        Url: {
          maxLength: 2048,
          'x-requirements': [
            { id: 'url-length', keywords: ['maxLength'], text: 'A URL longer than 2048 characters is refused with 422.' },
          ],
        },
      },
    },
  },
  passes: {
    'a limit without figures': (d) => {
      url(d)['x-requirements'][0].text = 'A URL that is too long is refused.';
    },
    'figures of something else': (d) => {
      url(d)['x-requirements'].push({ id: 'other', text: 'It is refused with 422.' });
    },
  },
  finds: {
    'a length that was raised': [
      (d) => {
        url(d).maxLength = 4096;
      },
      '#/components/schemas/Url/x-requirements/0/text',
      "'url-length' says 2048, and maxLength is 4096",
    ],
    'a rate that was lowered': [
      (d) => {
        d.paths['/create'].post['x-rate-limits'][0].requests = 30;
      },
      '#/paths/~1create/post/x-requirements/0/text',
      "'create-rate' says 60, and the limit 'create' is 30",
    ],
  },
};

const invoice = (d: Document) => d.components.schemas.Invoice;
const at = '#/components/schemas/Invoice';

export const featureInherited: RuleTest = {
  base,
  passes: {
    'a requirement of another feature below one': (d) => {
      d.paths['/cancel'].post['x-requirements'][0].feature = 'callbacks';
    },
    'a schema of the feature that requires a property of it': (d) => {
      invoice(d)['x-feature'] = 'cancellation';
      invoice(d).required.push('cancelledAt');
    },
  },
  finds: {
    'a feature that is not declared': wrong(
      `${at}/properties/cancelledAt/x-feature`,
      'cancelling',
      '"cancelling" is no feature of x-features. Name one: callbacks, cancellation',
    ),
    'a core requirement below a feature': wrong(
      '#/paths/~1cancel/post/x-requirements/0/support',
      'core',
      "'cancel-answers' is core, and stands below the feature cancellation",
    ),
    'a property of a feature that is required': [
      (d) => {
        invoice(d).required.push('cancelledAt');
      },
      `${at}/required/3`,
      "'cancelledAt' belongs to the feature 'cancellation'",
    ],
  },
};
