import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Reads the CPU that the server under siege has used. */
export interface CpuMeter {
  /** Milliseconds since the start of the server, to a thousandth; `/proc` counts in hundredths of a second. */
  read(): Promise<number>;
  end(): void;
}

/** Connects to the socket that `report-cpu.ts` listens on. */
export async function openCpuMeter(path: string): Promise<CpuMeter> {
  const socket: Socket = connect(path);
  await once(socket, 'connect');
  return {
    read: async () => {
      socket.write('?');
      const [answer] = (await once(socket, 'data')) as [Buffer];
      return Number(answer.toString()) / 1_000;
    },
    end: () => socket.destroy(),
  };
}
