import { factContract } from '../base-contracts.ts';
import { type Document, put, type RuleTest, remove, wrong } from '../make-mistake.ts';

const base = structuredClone(factContract);
base.paths = { '/api/v1/create': base.paths['/create'], '/api/v1/cancel': base.paths['/cancel'] };
const ofInvoice = { $ref: '#/components/schemas/PaymentInvoice' };
base.components.schemas.PaymentInvoice = { ...base.components.schemas.Invoice };
for (const { post } of Object.values<Document>(base.paths)) post.responses['200'].content['application/json'].schema = ofInvoice;
Object.assign(base.info, { description: 'Each operation is a POST with a body, and returns the same invoice object.' });
base['x-problems'] = {
  not_found: { cause: 'A method other than POST at /api/v1/create.', cure: 'Use `invoices:write` or `invoices:cancel`.' },
};
base.components.schemas.PaymentInvoice.description = 'Every operation returns this object.';
base.components.schemas.Create.properties.callbackUrl.description = '`https` on port 443.';
base.components.schemas.Status['x-requirements'] = [{ id: 'status-known', text: 'It is one of OPEN, PAID.' }];

const status = (d: Document) => d.components.schemas.Status;

const listedWords: RuleTest = {
  base,
  passes: {
    'a text that names one scope, a version and a part of a path': put('#/x-problems/not_found', {
      cause: 'Needs `invoices:write`.',
      cure: 'Below `/api/v2`, or /api/v1/.',
    }),
    'an invoice that has another name': (d) => {
      const { schema } = d.paths['/api/v1/cancel'].post.responses['200'].content['application/json'];
      d.components.schemas.Bill = d.components.schemas.PaymentInvoice;
      schema.$ref = '#/components/schemas/Bill';
    },
    'a state of a feature': (d) => {
      status(d).enum.push('HELD');
      status(d)['x-lifecycle'].states = { HELD: { 'x-feature': 'cancellation' } };
    },
  },
  finds: {
    'an operation of another version': [
      (d) => {
        d['x-problems'].not_found.cause = 'Every operation is under the path prefix `/api/v1`.';
        d.paths['/api/v2/cancel'] = { post: { ...d.paths['/api/v1/cancel'].post, operationId: 'cancelAgain' } };
      },
      '#/x-problems/not_found/cause',
      'It says "Every operation is under the path prefix `/api/v1`", but cancelAgain is at /api/v2/cancel',
    ],
    'one of what each request chooses': [
      (d) => {
        d.components.schemas.Create.properties.currency = { type: 'string', enum: ['USD', 'JPY'] };
        d['x-problems'].not_found.cure = 'Amounts are in the one currency of the deployment.';
      },
      '#/x-problems/not_found/cure',
      'It says "one currency", but each request to createPayment says which currency',
    ],
    'an operation of another method': [
      (d) => {
        delete d['x-problems'];
        d.paths['/api/v1/list'] = { get: { ...d.paths['/api/v1/cancel'].post, operationId: 'listPayments' } };
      },
      '#/info/description',
      'It says "Each operation is a POST", but listPayments is a GET',
    ],
    'an operation of another method, where others are refused': [
      (d) => {
        d.info.description = '';
        d.paths['/api/v1/list'] = { get: { ...d.paths['/api/v1/cancel'].post, operationId: 'listPayments' } };
      },
      '#/x-problems/not_found/cause',
      'It says "method other than POST", but listPayments is a GET',
    ],
    'a path that is gone': [
      remove('#/paths/~1api~1v1~1create'),
      '#/x-problems/not_found/cause',
      'It names /api/v1/create, but no operation has that path',
    ],
    'a scope that is gone': wrong(
      '#/x-problems/not_found/cure',
      'Use invoices:read.',
      'It names the scope invoices:read, which is not in x-scopes',
    ),
    'a scope that is new': [
      put('#/components/securitySchemes/bearer/x-scopes/refunds:write', 'Refund.'),
      '#/x-problems/not_found/cure',
      'It lists scopes without refunds:write.',
    ],
    'a port that is new': [
      put('#/components/schemas/Create/properties/callbackUrl/x-url/ports', [443, 8443]),
      '#/components/schemas/Create/properties/callbackUrl/description',
      'It says "`https` on port 443", but x-url has 443, 8443',
    ],
    'a problem that has another status': [
      (d) => {
        d['x-problems'].not_found = { ...d['x-problems'].not_found, status: 410 };
        status(d)['x-requirements'][0].text = 'It is refused with 404 `not_found`.';
      },
      '#/components/schemas/Status/x-requirements/0/text',
      'It says 404 `not_found`, but x-problems says 410',
    ],
    'a problem that has another name': wrong(
      '#/components/schemas/Status/x-requirements/0/text',
      'It is refused with 404 `path_not_found`.',
      'It says 404 `path_not_found`, but x-problems has no such problem',
    ),
    'a header that has another name': [
      (d) => {
        d.paths['/api/v1/create'].post.parameters = [{ name: 'Create-Key', in: 'header', schema: { type: 'string' } }];
        status(d)['x-requirements'][0].text =
          'A repetition with Idempotency-Key and Create-Key of a Content-Type is one of OPEN, PAID.';
      },
      '#/components/schemas/Status/x-requirements/0/text',
      'It names the header Idempotency-Key, which no response documents',
    ],
    'an operation that returns something else': [
      (d) => {
        d.info.description = '';
        d.paths['/api/v1/cancel'].post.responses['200'].content['application/json'].schema = { type: 'object' };
      },
      '#/components/schemas/PaymentInvoice/description',
      'It says that every operation returns the invoice, but cancelPayment does not',
    ],
    'a state that is new': [
      (d) => status(d).enum.push('HELD'),
      '#/components/schemas/Status/x-requirements/0/text',
      "'status-known' lists the values without HELD",
    ],
  },
};

export const listedWordMistakes: Readonly<Record<string, RuleTest>> = { 'listed-words': listedWords };
