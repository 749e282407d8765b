import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Reads the CPU time that the attacked server has used. */
export interface CpuMeter {
  /**
   * Returns the CPU time since the server's start in milliseconds, with a resolution of a microsecond; `/proc` has only
   * hundredths of a second.
   */
  read(): Promise<number>;
  /** The port of a bare HTTP server in the same process, which responds to `GET /1000` with 1,000 bytes. */
  barePort: number;
  end(): void;
}

/** Connects to the socket on which `report-cpu.ts` listens. */
export async function openCpuMeter(path: string): Promise<CpuMeter> {
  const socket: Socket = connect(path);
  await once(socket, 'connect');
  const ask = async (): Promise<number[]> => {
    socket.write('?');
    const [line] = (await once(socket, 'data')) as [Buffer];
    return line.toString().split(' ').map(Number);
  };
  const [, barePort = 0] = await ask();
  return {
    read: async () => {
      const [microseconds = 0] = await ask();
      return microseconds / 1_000;
    },
    barePort,
    end: () => socket.destroy(),
  };
}
