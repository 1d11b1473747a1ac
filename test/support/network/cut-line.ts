import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A line to a server on this computer that a test cuts. */
export interface CutLine {
  readonly port: number;
  /** Bytes that went to the server. */
  sent(): number;
  /** Breaks every connection; answers how many there were. */
  cut(): number;
  close(): Promise<void>;
}

/** Opens a line to a port; `onSent` sees the sum of bytes as it grows. */
export const openCutLine = async (
  target: number,
  onSent: (line: CutLine) => void = () => undefined,
): Promise<CutLine> => {
  const pairs = new Set<readonly [Socket, Socket]>();
  let sent = 0;
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    near.on('data', (chunk: Buffer) => {
      sent += chunk.length;
      onSent(line);
    });
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const line: CutLine = {
    port: (server.address() as AddressInfo).port,
    sent: () => sent,
    cut: () => {
      const open = [...pairs];
      for (const [near, far] of open) {
        near.destroy();
        far.destroy();
      }
      return open.length;
    },
    close: () =>
      new Promise((resolve) => {
        line.cut();
        server.close(() => resolve());
      }),
  };
  return line;
};
