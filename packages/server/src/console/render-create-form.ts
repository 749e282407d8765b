import { type Html, html } from '../pages/html-page.ts';
import type { Form } from '../pages/read-fields.ts';
import type { ProblemBody } from './call-api.ts';
import type { Visitor } from './visitor.ts';

/** A field of the form, by its name in the contract. */
interface Field {
  name: string;
  words: string;
  hint?: string;
  inputMode?: string;
}

const fields: readonly Field[] = [
  { name: 'cashTag', words: 'Recipient (cashTag)' },
  { name: 'amount', words: 'Amount', inputMode: 'decimal' },
  { name: 'callbackUrl', words: 'Callback URL', hint: 'Optional. In a sandbox also http, to this machine.' },
  { name: 'returnUrl', words: 'Return URL', hint: 'Optional.' },
  { name: 'idempotencyKey', words: 'Idempotency key', hint: 'Optional. The same key twice makes one invoice.' },
];

const usual: Form = { cashTag: '$coffeeshop', amount: '12.50' };

/** Renders the form that creates an invoice, with what was filled in and why the API refused it. */
export function renderCreateForm({ basePath, formToken }: Visitor, filled: Form = usual, problem?: ProblemBody): Html {
  const errors = problem?.errors ?? [];
  return html`<section class="card" aria-labelledby="create">
<h2 id="create" tabindex="-1">Create an invoice</h2>
${problem && renderProblem(problem, basePath)}
<form class="stacked" method="post" action="${basePath}/sandbox/invoices">
<input type="hidden" name="form" value="${formToken}">
${fields.map((field) => renderField(field, filled[field.name] ?? '', errors.find(({ pointer }) => pointer === `/${field.name}`)?.detail))}
<p class="check"><input type="checkbox" id="isWhiteLabel" name="isWhiteLabel" value="true"${filled.isWhiteLabel ? html` checked` : undefined}> <label for="isWhiteLabel">White-labelled</label></p>
<button class="primary">Create invoice</button>
</form>
</section>`;
}

/** Renders why nothing was created; what is wrong with a field stands beside it. */
function renderProblem({ code, title, detail = '', errors = [] }: ProblemBody, basePath: string): Html {
  const elsewhere = errors.filter(({ pointer }) => !fields.some(({ name }) => pointer === `/${name}`));
  const why = errors.length === 0 ? detail : elsewhere.map((error) => error.detail).join(' ');
  return html`<p class="error" role="alert">Nothing was created. ${title}. ${why} <a href="${basePath}/problems/${code}">${code}</a></p>`;
}

function renderField({ name, words, hint, inputMode }: Field, value: string, error: string | undefined): Html {
  const described = [...(hint ? [`${name}-hint`] : []), ...(error ? [`${name}-error`] : [])].join(' ');
  return html`<p class="field">
<label for="${name}">${words}</label>
<input id="${name}" name="${name}" value="${value}" autocomplete="off" spellcheck="false"${inputMode && html` inputmode="${inputMode}"`}${described && html` aria-describedby="${described}"`}${error && html` aria-invalid="true"`}>
${hint && html`<span class="hint" id="${name}-hint">${hint}</span>`}
${error && html`<span class="wrong" id="${name}-error">${error}</span>`}
</p>
`;
}
