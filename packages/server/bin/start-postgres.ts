#!/usr/bin/env node
import { startOnPostgres } from '../testing/cluster/start-on-postgres.ts';

await startOnPostgres(process.argv.slice(2), process.env);
