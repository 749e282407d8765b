// A --pay command: one JSON line in, the receipt out, as the base of the faulty servers takes it.
let text = '';
for await (const chunk of process.stdin) text += chunk;
const { invoice, amount, outcome } = JSON.parse(text);
console.log(['receipt', invoice.id, amount, outcome, crypto.randomUUID()].join(':'));
