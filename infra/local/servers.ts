import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Upgrade } from './gateway/upgrade.ts';
import { StartError } from './start-error.ts';

/** Handles one request. An error is logged and ends the request. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Handles one WebSocket upgrade. An error is logged and ends the connection. */
export type UpgradeHandler = (upgrade: Upgrade) => Promise<void>;

/** A listening server. */
export interface Listening {
  readonly port: number;
  stop(): Promise<void>;
}

/** Longer than the SDK's agents keep idle connections, so that no call uses a closing socket. */
export const KEEP_ALIVE_MS = 65_000;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Upgrades to other protocols, e.g. `h2c`, are ignored, and the request is handled as HTTP. */
const shouldUpgradeCallback = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket';

const open = (handler: RequestHandler, host: string, port: number, onUpgrade?: UpgradeHandler): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(
      { keepAliveTimeout: KEEP_ALIVE_MS, ...(onUpgrade ? { shouldUpgradeCallback } : {}) },
      (request, response) => {
        handler(request, response).catch((error: unknown) => {
          // A viewer that disconnects is not an error.
          if (!request.destroyed || !request.aborted) console.error(error);
          if (response.headersSent) response.destroy();
          else
            response
              .writeHead(502, { 'content-type': 'text/plain' })
              .end('The local cloud failed. See its terminal for the reason.\n');
        });
      },
    );
    if (onUpgrade) {
      server.on('upgrade', (request, socket, head) => {
        // Nothing else handles a viewer that disconnects before the response.
        socket.on('error', () => socket.destroy());
        onUpgrade({ request, socket, head }).catch((error: unknown) => {
          console.error(error);
          socket.destroy();
        });
      });
    }
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/**
 * Listens on 127.0.0.1. Port 0 selects a free one. Without `onUpgrade`, WebSocket upgrades are ignored. @throws
 * StartError when the port is in use
 */
export const listen = async (handler: RequestHandler, port: number, onUpgrade?: UpgradeHandler): Promise<Listening> => {
  const server = await open(handler, '127.0.0.1', port, onUpgrade).catch((error: unknown) => {
    if (codeOf(error) === 'EADDRINUSE')
      throw new StartError(
        `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=${port + 10} npm start`,
      );
    if (codeOf(error) === 'EACCES')
      throw new StartError(`You have no permission to use port ${port}. Choose another port: PORT=4000 npm start`);
    throw error;
  });
  return { port: portOf(server), stop: () => close(server) };
};

/**
 * Listens on 127.0.0.1 and, if the machine has it, on ::1, because browsers use either for `localhost`. @throws
 * StartError as `listen`
 */
export const listenLocalhost = async (
  handler: RequestHandler,
  port: number,
  onUpgrade?: UpgradeHandler,
): Promise<Listening> => {
  const main = await listen(handler, port, onUpgrade);
  const second = await open(handler, '::1', main.port, onUpgrade).catch((error: unknown) => {
    if (codeOf(error) !== 'EADDRINUSE' || port === 0) return undefined;
    return 'taken' as const;
  });
  if (second === 'taken') {
    await main.stop();
    throw new StartError(
      `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=${port + 10} npm start`,
    );
  }
  return {
    port: main.port,
    async stop() {
      await Promise.all([main.stop(), second ? close(second) : undefined]);
    },
  };
};

/** Listens on the preferred port of 127.0.0.1, or on a free one when it is in use. */
export const listenNear = async (handler: RequestHandler, preferred: number): Promise<Listening> =>
  listen(handler, preferred).catch((error: unknown) => {
    if (error instanceof StartError) return listen(handler, 0);
    throw error;
  });
