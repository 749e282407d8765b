import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Reads the CPU time that the attacked server has used. */
export interface CpuMeter {
  /**
   * Returns milliseconds of CPU since the server's start, with a resolution of a microsecond; `/proc` has only hundredths of a
   * second.
   */
  read(): Promise<number>;
  end(): void;
}

/** Connects to the socket on which `report-cpu.ts` listens. */
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
