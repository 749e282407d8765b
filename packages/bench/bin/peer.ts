/** Runs one peer: `peer.ts <name> <directory>`. Prints the same line as our server does with `--json`. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { peers } from '../src/peers/index.ts';
import { openWork } from '../src/work.ts';

const [name = '', directory = '.'] = process.argv.slice(2);
const peer = peers[name];
if (!peer) throw new Error(`There is no peer ${name}.`);
const work = openWork(directory, peer.durable);
const server = await peer.start(work);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
process.stdout.write(`${JSON.stringify({ baseUrl: `http://127.0.0.1:${port}`, token: work.token })}\n`);
