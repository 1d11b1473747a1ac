import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Upgrade } from './gateway/upgrade.ts';
import { StartError } from './start-error.ts';

/** Answers one request; what it throws is logged and ends the request. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Answers one request that wants to become a WebSocket; what it throws is logged and ends the connection. */
export type UpgradeHandler = (upgrade: Upgrade) => Promise<void>;

/** A listening server. */
export interface Listening {
  readonly port: number;
  stop(): Promise<void>;
}

/** Idle connections stay longer than those of the SDK's agents, so that no call meets a closing socket. */
const KEEP_ALIVE_MS = 65_000;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Other protocols that a client offers, e.g. `h2c`, are not taken up: such a request is served as it is. */
const shouldUpgradeCallback = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket';

const open = (handler: RequestHandler, host: string, port: number, onUpgrade?: UpgradeHandler): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(
      { keepAliveTimeout: KEEP_ALIVE_MS, ...(onUpgrade ? { shouldUpgradeCallback } : {}) },
      (request, response) => {
        handler(request, response).catch((error: unknown) => {
          // A viewer that goes away is no fault.
          if (!request.destroyed || !request.aborted) console.error(error);
          if (response.headersSent) response.destroy();
          else
            response
              .writeHead(502, { 'content-type': 'text/plain' })
              .end('The local cloud failed; its terminal says why.\n');
        });
      },
    );
    if (onUpgrade) {
      server.on('upgrade', (request, socket, head) => {
        // Nobody else listens for a viewer that goes away before it is answered.
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
 * Listens on 127.0.0.1. Port 0 takes a free one. Without `onUpgrade` nothing becomes a WebSocket. @throws StartError
 * when the port is taken
 */
export const listen = async (handler: RequestHandler, port: number, onUpgrade?: UpgradeHandler): Promise<Listening> => {
  const server = await open(handler, '127.0.0.1', port, onUpgrade).catch((error: unknown) => {
    if (codeOf(error) === 'EADDRINUSE')
      throw new StartError(
        `Port ${port} is taken. Stop what uses it, or choose another one: PORT=${port + 10} npm start`,
      );
    if (codeOf(error) === 'EACCES')
      throw new StartError(`Port ${port} may not be used by this account. Choose another one: PORT=4000 npm start`);
    throw error;
  });
  return { port: portOf(server), stop: () => close(server) };
};

/**
 * Listens on 127.0.0.1 and, where the machine has it, on ::1: browsers take either for `localhost`. @throws StartError
 * as `listen`
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
      `Port ${port} is taken. Stop what uses it, or choose another one: PORT=${port + 10} npm start`,
    );
  }
  return {
    port: main.port,
    async stop() {
      await Promise.all([main.stop(), second ? close(second) : undefined]);
    },
  };
};

/** Listens on the wanted port of 127.0.0.1, or on a free one when it is taken. */
export const listenNear = async (handler: RequestHandler, wanted: number): Promise<Listening> =>
  listen(handler, wanted).catch((error: unknown) => {
    if (error instanceof StartError) return listen(handler, 0);
    throw error;
  });
