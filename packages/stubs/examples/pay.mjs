// The command for the suite's option --pay: reads one JSON line and prints the receipt that the toy server in handlers.ts
// accepts.
let text = '';
for await (const chunk of process.stdin) text += chunk;
const { invoice, amount, outcome } = JSON.parse(text);
if (outcome !== 'completed') process.exit(1);
console.log(`${invoice.note} ${amount}`);
