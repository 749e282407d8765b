import { endingOfRequest, endingOfResponse, type Message, MessageReader } from './message-reader.ts';

/** A request and its response that were seen in the traffic. */
export interface Observed {
  request: Message;
  /** Absent if the connection was closed before the response came. */
  response?: Message;
  /** Unix time in milliseconds. */
  startedAt: number;
  milliseconds: number;
}

/** Maximum number of requests without a response on one connection. If there are more, the connection is no longer observed. */
const waitingAtMost = 100;

/** Parses the traffic of one connection. If it is not HTTP/1, gives up and reports that. */
export class ConnectionObserver {
  readonly #waiting: { request: Message; startedAt: number }[] = [];
  readonly #onExchange: (observed: Observed) => void;
  readonly #onLost: () => void;
  readonly #requests: MessageReader;
  readonly #responses: MessageReader;
  #startedAt = 0;
  #isLost = false;

  constructor(onExchange: (observed: Observed) => void, onLost: () => void) {
    this.#onExchange = onExchange;
    this.#onLost = onLost;
    this.#requests = new MessageReader(
      endingOfRequest,
      (request) => {
        this.#waiting.push({ request, startedAt: this.#startedAt });
        if (this.#waiting.length > waitingAtMost) this.#lose();
      },
      () => {
        this.#startedAt = Date.now();
      },
    );
    this.#responses = new MessageReader(
      (head) => endingOfResponse(head, this.#waiting[0]?.request.line.split(' ')[0] ?? ''),
      (response) => this.#answer(response),
    );
  }

  sent(bytes: Buffer): void {
    this.#read(this.#requests, bytes);
  }

  received(bytes: Buffer): void {
    this.#read(this.#responses, bytes);
  }

  /** Handles the end of the connection. Reports the requests that have no response. */
  end(): void {
    if (this.#isLost) return;
    this.#responses.end();
    for (const { request, startedAt } of this.#waiting.splice(0))
      this.#onExchange({ request, startedAt, milliseconds: Date.now() - startedAt });
  }

  #read(reader: MessageReader, bytes: Buffer): void {
    if (this.#isLost) return;
    try {
      reader.read(bytes);
    } catch {
      this.#lose();
    }
  }

  #answer(response: Message): void {
    const status = Number(response.line.slice(9, 12));
    // After a 101, the connection uses another protocol.
    if (status === 101) this.#lose();
    if (status < 200) return;
    const first = this.#waiting.shift();
    // Ignores a response without a request, which some servers send before they close an idle connection.
    if (first === undefined) return;
    this.#onExchange({ ...first, response, milliseconds: Date.now() - first.startedAt });
  }

  #lose(): void {
    this.#isLost = true;
    this.#waiting.length = 0;
    this.#onLost();
  }
}
