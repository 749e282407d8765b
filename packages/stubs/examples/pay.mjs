// What --pay runs: one JSON line in, the receipt out, as the toy of handlers.ts takes it.
let text = '';
for await (const chunk of process.stdin) text += chunk;
const { invoice, amount, outcome } = JSON.parse(text);
if (outcome !== 'completed') process.exit(1);
console.log(`${invoice.note} ${amount}`);
