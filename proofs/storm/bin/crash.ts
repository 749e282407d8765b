#!/usr/bin/env node
import { printFindings, runTool, seed } from '../../tools/run-tool.ts';
import { crashPayments } from '../crash/crash-payments.ts';
import { tellKill } from '../crash/killed-server.ts';

const helpText = `Kills a server of its own with SIGKILL at random moments while clients create, submit and fetch, and starts it again each time.

Usage: npm run prove -- storm crash [--kills 50] [--clients 32] [--seed N]

Exits 0 when everything that was confirmed is there, no receipt counts twice, every change has its event in the outbox, and SQLite finds the
file whole; 1 when not. The same seed kills after the same spans. Takes about a second and a half for each kill. A killed process
loses no write that the system already has; what a power cut does is up to the disk, which is asked to sync at each commit.
It is about SQLite: on PostgreSQL, \`npm run prove -- storm\` kills servers and the database, and judges the same and more.
`;

const options = { kills: { default: 50, most: 1_000 }, clients: { default: 32, most: 256 }, seed };

await runTool(helpText, options, async (counts) => {
  process.stdout.write(`seed ${counts.seed}\n`);
  const { invoices, changes, kills, findings } = await crashPayments({ ...counts, onKill: tellKill });
  printFindings(findings, `${invoices} invoices, ${changes} changes, ${kills} kills: ${findings.length} findings`);
});
