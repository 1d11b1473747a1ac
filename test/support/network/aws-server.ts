import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LocalService, Principal } from '../../../infra/local/aws/service.ts';

/** A service of the local cloud on its own port, for the real SDK clients. */
export interface ServedService {
  readonly endpoint: string;
  close(): Promise<void>;
}

const OPERATOR: Principal = { accessKeyId: 'LOCALOPERATOR', secretAccessKey: 'secret', name: 'operator' };

/** Settings of an SDK client for a served service. */
export const clientSettings = (served: ServedService) => ({
  endpoint: served.endpoint,
  region: 'us-east-1',
  maxAttempts: 1,
  credentials: { accessKeyId: OPERATOR.accessKeyId, secretAccessKey: OPERATOR.secretAccessKey },
});

/** A signed request comes from the operator, an unsigned one has no caller. */
const signer = ({ headers }: IncomingMessage): Principal | undefined =>
  headers.authorization?.includes(`Credential=${OPERATOR.accessKeyId}/`) ? OPERATOR : undefined;

/** Serves one service on 127.0.0.1. `callerOf` decides who sent a request. */
export const serve = async (service: LocalService, callerOf = signer): Promise<ServedService> => {
  const server = createServer((request, response) => void service.handle(request, response, callerOf(request)));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    endpoint: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
