import { runAdmin } from '../admin/run-admin.ts';
import { printResult } from './print-result.ts';

await printResult(() => runAdmin(process.argv.slice(2), process.env, Date.now()));
