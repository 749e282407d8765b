import { once } from 'node:events';
import { connect } from 'node:net';

/** A kept connection to a server that sends one request after another. A client of HTTP that does more would take the time of several servers. */
export interface Connection {
  /** Sends the bytes of a request. @throws Error when the response is no 200, or none comes */
  send(request: string): Promise<void>;
  close(): void;
}

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect(port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  let held = '';
  let settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  const fail = (error: Error) => {
    settle?.reject(error);
    settle = undefined;
  };
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    held = held === '' ? text : held + text;
    if (!isWhole(held)) return;
    const response = held;
    held = '';
    if (!response.startsWith('HTTP/1.1 200 ')) return fail(new Error(`It responded ${JSON.stringify(response.slice(0, 600))}`));
    settle?.resolve();
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('It closed the connection under a request.')));
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        socket.write(request, 'latin1');
      }),
    close: () => void socket.destroy(),
  };
}

/** Reports that a response has come to its end. All servers here send its length. */
function isWhole(response: string): boolean {
  const end = response.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: *(\d+)/i.exec(response)?.[1];
  return length !== undefined && response.length >= end + 4 + Number(length);
}
