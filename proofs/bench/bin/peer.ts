/**
 * Runs one peer, with its database in DATA_DIR: `peer.ts <name>`. When it listens, prints the same JSON line as our server with
 * `--json`.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { peers } from '../src/peers/index.ts';

const [name = ''] = process.argv.slice(2);
const peer = peers[name];
if (!peer) throw new Error(`There is no peer ${name}.`);
const work = await peer.openWork(process.env);
const server = await peer.start(work);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
process.stdout.write(`${JSON.stringify({ baseUrl: `http://127.0.0.1:${port}`, token: work.token })}\n`);
