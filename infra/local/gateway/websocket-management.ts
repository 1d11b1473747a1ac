import {
  AwsError,
  LOCAL_ACCOUNT,
  LOCAL_REGION,
  type LocalService,
  readBody,
  sendJson,
  sendJsonError,
} from '../aws/service.ts';
import type { Authorize } from '../iam/access.ts';
import { type Connection, ENDINGS, MAX_MESSAGE_BYTES } from './websocket-connection.ts';
import type { WebSocketGateway } from './websocket-gateway.ts';

const PATH = /^\/([^/?]+)\/@connections\/([^/?]+)$/;
const METHODS: ReadonlySet<string> = new Set(['POST', 'GET', 'DELETE']);

const describe = ({ facts, lastActiveAt }: Connection) => ({
  connectedAt: new Date(facts.connectedAt).toISOString(),
  identity: facts.identity,
  lastActiveAt: new Date(lastActiveAt()).toISOString(),
});

const tooLarge = (): AwsError => new AwsError('PayloadTooLargeException', 'Message too large', 413);

const readMessage = async (request: Parameters<LocalService['handle']>[0]): Promise<Buffer> => {
  if (Number(request.headers['content-length'] ?? 0) > MAX_MESSAGE_BYTES) throw tooLarge();
  return readBody(request, MAX_MESSAGE_BYTES).catch((error: unknown) => {
    throw error instanceof AwsError ? tooLarge() : error;
  });
};

/**
 * The `@connections` calls of the WebSocket APIs: PostToConnection, GetConnection and DeleteConnection, at an API's own
 * host and stage. `authorize` checks `execute-api:ManageConnections` on the resource that AWS uses, which does not
 * contain the connection's ID.
 */
export const createConnectionsService = (
  webSockets: Pick<WebSocketGateway, 'apiAt' | 'find'>,
  authorize: Authorize,
): LocalService => ({
  signingName: 'execute-api',
  async handle(request, response, caller) {
    try {
      const { method = 'GET' } = request;
      const apiId = webSockets.apiAt(request.headers.host ?? '');
      const [, stage, id] = PATH.exec(request.url ?? '/') ?? [];
      if (apiId === undefined || stage === undefined || id === undefined || !METHODS.has(method))
        throw new AwsError('ForbiddenException', 'Forbidden', 403);
      authorize(
        caller,
        'execute-api:ManageConnections',
        `arn:aws:execute-api:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${apiId}/${stage}/${method}/@connections/{connectionId}`,
      );
      const message = method === 'POST' ? await readMessage(request) : undefined;
      const connection = webSockets.find(apiId, stage, decodeURIComponent(id));
      if (!connection) throw new AwsError('GoneException', 'Gone', 410);
      if (method === 'GET') return sendJson(response, 200, describe(connection), 'application/json');
      if (message === undefined) {
        connection.end(ENDINGS.deleted);
        return sendJson(response, 204, undefined, 'application/json');
      }
      if (!connection.send(message))
        throw new AwsError('LimitExceededException', 'The WebSocket client side buffer is full', 429);
      return sendJson(response, 200, undefined, 'application/json');
    } catch (error) {
      return sendJsonError(
        response,
        error instanceof URIError ? new AwsError('BadRequestException', 'Invalid connectionId') : error,
      );
    }
  },
});
