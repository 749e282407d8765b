#!/usr/bin/env node
import { printFindings, runTool, seed } from '../../tools/run-tool.ts';
import { crashPayments } from '../crash/crash-payments.ts';
import { tellKill } from '../crash/killed-server.ts';

const helpText = `Starts a server, kills it with SIGKILL at random moments while clients create, submit and fetch, and starts it again each time.

Usage: npm run prove -- storm crash [--kills 50] [--clients 32] [--seed N]

Exit code 0: everything that was confirmed is stored, no receipt counts twice, every change has its event in the outbox, and SQLite
finds no damage in the file. 1: otherwise. The same seed kills after the same intervals. A kill takes about a second and a half.
A killed process loses nothing that the operating system has received. This does not test a power cut, which depends on the disk.
It is about SQLite: on PostgreSQL, \`npm run prove -- storm\` kills servers and the database, and judges the same and more.
`;

const options = { kills: { default: 50, most: 1_000 }, clients: { default: 32, most: 256 }, seed };

await runTool(helpText, options, async (counts) => {
  process.stdout.write(`seed ${counts.seed}\n`);
  const { invoices, changes, kills, findings } = await crashPayments({ ...counts, onKill: tellKill });
  printFindings(findings, `${invoices} invoices, ${changes} changes, ${kills} kills: ${findings.length} findings`);
});
