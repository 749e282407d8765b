import { baseOf, type Document, makeChoice, missing, put, type RuleTest, remove, wrong } from '../make-mistake.ts';

const requirementCountBase = baseOf({
  'x-requirements': [{ id: 'first' }],
  components: { schemas: { Tag: { type: 'string', 'x-requirements': [{ id: 'second' }] } } },
});

const requirementCount: RuleTest = {
  options: { minimum: 2 },
  base: requirementCountBase,
  passes: { 'more than are expected': (d) => d['x-requirements'].push({ id: 'third' }) },
  finds: {
    'fewer than are expected': [
      remove('#/components/schemas/Tag/x-requirements'),
      '#/',
      'The document has 1 requirements, but at least 2 are expected',
    ],
  },
};

const needed = ['success', 'authentication', 'media-type', 'method', 'malformed-body', 'wrong-types'];
const core = (id: string) => ({ id, level: 'MUST', support: 'core', source: '§2.1 rule 3, §2.2', text: 'It is so.' });
const extended = (id: string) => ({
  id,
  level: 'SHOULD',
  support: 'extended',
  feature: 'limits',
  source: 'D-16',
  text: 'It is.',
});

const requirementFormBase = baseOf({
  'x-features': { limits: 'Limits on sizes.' },
  'x-requirements': [core('general')],
  paths: {
    '/create': {
      post: {
        operationId: 'createPayment',
        'x-requirements': [
          ...needed.map((about) => ({ ...core(`create-${about}`), about })),
          { ...extended('create-status'), about: 'success-status' },
        ],
      },
    },
  },
  components: {
    schemas: {
      Tag: { type: 'string', description: 'A tag.', maxLength: 20 },
      Invoice: {
        properties: {
          cashTag: {
            $ref: '#/components/schemas/Tag',
            'x-requirements': [{ ...extended('tag-length'), keywords: ['maxLength'] }],
          },
        },
      },
    },
  },
});

const tag = (document: Document) => document.components.schemas.Invoice.properties.cashTag['x-requirements'][0];
const create = (document: Document) => document.paths['/create'].post['x-requirements'];
const at = '#/x-requirements/0';
const tagAt = '#/components/schemas/Invoice/properties/cashTag/x-requirements/0';
const createAt = '#/paths/~1create/post/x-requirements';

/** Adds to the operation a scope, an invoice id, an optional property, and the requirements that these make necessary. */
function giveFacts(d: Document): Document {
  const properties = { invoiceId: { 'x-identifies': '#/x' }, note: { type: 'string' } };
  Object.assign(d.paths['/create'].post, {
    security: [{ bearer: ['invoices:write'] }],
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Body' } } } },
    responses: { '404': { $ref: '#/components/responses/Unknown' }, '422': { $ref: '#/components/responses/Refused' } },
  });
  d.components.schemas.Body = { required: ['invoiceId'], properties, 'x-requirements': [about('null-property')] };
  d.components.responses = {
    Unknown: { 'x-requirements': [about('unknown-id')] },
    Refused: { 'x-requirements': [about('validation')] },
  };
  create(d).push(about('scope'), about('ownership'));
  return d;
}
const about = (topic: string) => ({ ...extended(`create-${topic}`), about: topic });

/** Makes a mistake: gives an operation facts that need requirements, but removes the requirements on one topic. */
const forget = (topic: string, at: string, says: string): [(d: Document) => void, string, string] => [
  (d) => {
    giveFacts(d);
    for (const owner of [
      d.paths['/create'].post,
      d.components.schemas.Body,
      ...Object.values<Document>(d.components.responses),
    ]) {
      const kept = owner['x-requirements'].filter((requirement: Document) => requirement.about !== topic);
      owner['x-requirements'] = kept.length > 0 ? kept : [extended('of-something-else')];
    }
  },
  at,
  says,
];

const requirementForm: RuleTest = {
  base: requirementFormBase,
  passes: {
    'two sentences, one with an abbreviation': put(`${at}/text`, 'It is so, e.g. here. And there.'),
    'several decisions': put(`${tagAt}/source`, 'D-16, D-24'),
    'sources that the document names, each cited': put('#/x-sources', {
      '§2.1': 'The invoice',
      '§2.2': 'Create',
      'D-16': 'Sizes',
    }),
    'a requirement that leaves its feature to what it stands at': (d) => {
      d.components.schemas.Invoice.properties.cashTag['x-feature'] = 'limits';
      delete tag(d).support;
      delete tag(d).feature;
    },
    'an operation of a feature without core requirements': (d) => {
      d.paths['/create'].post['x-feature'] = 'limits';
      for (const requirement of create(d)) Object.assign(requirement, { support: 'extended', feature: 'limits', source: 'D-16' });
    },
    'a requirement that says why it has no case': put(`${at}/untestable`, 'It is about the year after next.'),
    'an operation with all that its facts demand': (d) => giveFacts(d),
    'a topic on a body that is a choice': (d) => makeChoice('Body')(giveFacts(d)),
    'requirements of a header, a response and a security scheme': (d) => {
      d.components.headers = { A: { schema: { type: 'string', 'x-requirements': [{ ...core('h'), keywords: ['type'] }] } } };
      d.components.responses = { B: { 'x-requirements': [core('r')] } };
      d.components.securitySchemes = { C: { 'x-requirements': [core('s')] } };
    },
  },
  finds: {
    'extended without a feature': missing(tagAt, 'feature', "'tag-length' is extended, but has the feature undefined"),
    'a feature that is not declared': wrong(`${tagAt}/feature`, 'sizes', `'tag-length' is extended, but has the feature "sizes"`),
    'a feature that nothing is of': wrong('#/x-features/scopes', 'Scopes.', "No requirement belongs to the feature 'scopes'"),
    'no source': missing(at, 'source', "'general': source is not a string"),
    'core from a decision': wrong(`${at}/source`, 'D-01', "'general': 'D-01' is not a section of the source document"),
    'core from a section and a decision': wrong(
      `${at}/source`,
      '§2.1, D-01',
      "'general': 'D-01' is not a section of the source document",
    ),
    'a section that is not there': wrong(`${at}/source`, '§9.1', "'general': '§9.1' is not a section of the source document"),
    'a rule that is not there': wrong(`${at}/source`, '§2.1 rule 5', '§2.1 has 4 numbered rules'),
    'a rule of a section without rules': wrong(`${at}/source`, '§2.2 rule 1', '§2.2 has no numbered rules'),
    'sources with another separator': wrong(
      `${at}/source`,
      '§2.1; §2.2',
      "'general': '§2.1; §2.2' is not a section of the source document",
    ),
    'extended from a section': wrong(`${tagAt}/source`, '§2.1', "'tag-length': '§2.1' is not a decision"),
    'a decision that x-sources does not name': [
      (d) => {
        d['x-sources'] = { '§2.1': 'The invoice', '§2.2': 'Create', 'D-16': 'Sizes' };
        tag(d).source = 'D-25';
      },
      `${tagAt}/source`,
      "'tag-length' cites D-25, which is not in x-sources",
    ],
    'a decision of one digit': wrong(`${tagAt}/source`, 'D-1', "'tag-length': 'D-1' is not a decision"),
    'a source that the document does not name': [
      (d) => {
        d['x-sources'] = { '§2.1': 'The invoice', '§2.2': 'Create', 'D-15': 'Rates', 'D-16': 'Sizes' };
        d['x-requirements'][0].source = '§4';
        create(d).at(-1).source = 'D-15';
      },
      `${at}/source`,
      "'general' cites §4, which is not in x-sources",
    ],
    'a source that nothing cites': [
      put('#/x-sources', { '§2.1': 'The invoice', '§2.2': 'Create', '§9': 'Versions', 'D-16': 'Sizes' }),
      '#/x-sources/§9',
      'No requirement cites §9',
    ],
    'three sentences': wrong(`${at}/text`, 'It is. It was. It will be.', "'general' has 3 sentences"),
    'a topic away from an operation': wrong(
      `${at}/about`,
      'success',
      "'general' is about success, but is not on an operation under paths, nor on a response or the request schema of one",
    ),
    'a topic of a callback': [
      (d) => {
        const requirements = [{ ...core('received'), about: 'success' }];
        d.paths['/create'].post.callbacks = { changed: { '{$url}': { post: { 'x-requirements': requirements } } } };
      },
      '#/paths/~1create/post/callbacks/changed/{$url}/post/x-requirements/0/about',
      "'received' is about success, but is not on an operation under paths, nor on a response or the request schema of one",
    ],
    'a topic left out': [(d) => create(d).shift(), createAt, 'createPayment has no core requirements about success'],
    'a topic twice': [
      (d) => create(d).push({ ...core('again'), about: 'method' }),
      createAt,
      'createPayment has 2 core requirements about method',
    ],
    'two statuses of success': [
      (d) => create(d).push({ ...extended('again'), about: 'success-status' }),
      createAt,
      'createPayment has 2 requirements about success-status',
    ],
    'a scope without its requirement': forget(
      'scope',
      createAt,
      'createPayment needs a scope, but no requirements are about scope',
    ),
    'an id without the requirement about owners': forget(
      'ownership',
      createAt,
      'createPayment takes the id of an invoice in invoiceId, but no requirements are about ownership',
    ),
    'an id without the requirement about unknown ones': forget('unknown-id', createAt, 'no requirements are about unknown-id'),
    'a body without the requirement about wrong ones': forget(
      'validation',
      createAt,
      'createPayment has a request body, but no requirements are about validation',
    ),
    'an optional property without the requirement about null': forget(
      'null-property',
      createAt,
      'createPayment takes the optional property note, but no requirements are about null-property',
    ),
    'a keyword that the schema does not have': wrong(
      `${tagAt}/keywords`,
      ['pattern'],
      "'tag-length' has the keyword 'pattern', which its schema does not have",
    ),
    'keywords away from a schema': wrong(`${at}/keywords`, ['type'], "'general' has keywords, but is not on a schema"),
  },
};

export const requirementFormMistakes: Readonly<Record<string, RuleTest>> = {
  'requirement-count': requirementCount,
  'requirement-form': requirementForm,
};
