import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy to a local server whose connections a test can drop. */
export interface FlakyProxy {
  readonly port: number;
  /** Bytes sent to the server. */
  sent(): number;
  /** Drops every connection and returns how many there were. */
  dropConnections(): number;
  close(): Promise<void>;
}

/** Opens a proxy to a port. `onSent` is called whenever bytes are sent. */
export const openFlakyProxy = async (
  target: number,
  onSent: (proxy: FlakyProxy) => void = () => undefined,
): Promise<FlakyProxy> => {
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
      onSent(proxy);
    });
    near.pipe(far);
    far.pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: FlakyProxy = {
    port: (server.address() as AddressInfo).port,
    sent: () => sent,
    dropConnections: () => {
      const open = [...pairs];
      for (const [near, far] of open) {
        near.destroy();
        far.destroy();
      }
      return open.length;
    },
    close: () =>
      new Promise((resolve) => {
        proxy.dropConnections();
        server.close(() => resolve());
      }),
  };
  return proxy;
};
