import { type RestCall, restJsonService, route } from '../aws/rest-json-service.ts';
import { AwsError, LOCAL_ACCOUNT, LOCAL_REGION, type LocalService } from '../aws/service.ts';
import type { Authorize } from '../iam/access.ts';
import { type Connection, ENDINGS, MAX_MESSAGE_BYTES } from './websocket-connection.ts';
import type { WebSocketGateway } from './websocket-gateway.ts';

const TEMPLATE = '/{stage}/@connections/{id}';

type ConnectionCall = RestCall<'stage' | 'id'>;

const describe = ({ facts, lastActiveAt }: Connection) => ({
  connectedAt: new Date(facts.connectedAt).toISOString(),
  identity: facts.identity,
  lastActiveAt: new Date(lastActiveAt()).toISOString(),
});

const tooLarge = (): AwsError => new AwsError('PayloadTooLargeException', 'Message too large', 413);

const readMessage = async ({ headers, bytes }: ConnectionCall): Promise<Buffer> => {
  if (Number(headers['content-length'] ?? 0) > MAX_MESSAGE_BYTES) throw tooLarge();
  return bytes(MAX_MESSAGE_BYTES).catch((error: unknown) => {
    throw error instanceof AwsError ? tooLarge() : error;
  });
};

const forbidden = (): AwsError => new AwsError('ForbiddenException', 'Forbidden', 403);

/**
 * The `@connections` calls of the WebSocket APIs: PostToConnection, GetConnection and DeleteConnection, at an API's own
 * host and stage. `authorize` checks `execute-api:ManageConnections` on the resource that AWS uses, which does not
 * contain the connection's ID.
 */
export const createConnectionsService = (
  webSockets: Pick<WebSocketGateway, 'apiAt' | 'find'>,
  authorize: Authorize,
): LocalService => {
  /** Authorizes a call and returns its API. */
  const authorized = (method: string, { path: { stage }, headers, caller }: ConnectionCall): string => {
    const apiId = webSockets.apiAt(headers.host ?? '');
    if (apiId === undefined) throw forbidden();
    authorize(
      caller,
      'execute-api:ManageConnections',
      `arn:aws:execute-api:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${apiId}/${stage}/${method}/@connections/{connectionId}`,
    );
    return apiId;
  };
  const find = (apiId: string, { path: { stage, id } }: ConnectionCall): Connection => {
    const connection = webSockets.find(apiId, stage, id);
    if (!connection) throw new AwsError('GoneException', 'Gone', 410);
    return connection;
  };
  return restJsonService({
    signingName: 'execute-api',
    routes: [
      route('POST', TEMPLATE, async (call) => {
        const apiId = authorized('POST', call);
        const message = await readMessage(call);
        if (!find(apiId, call).send(message))
          throw new AwsError('LimitExceededException', 'The WebSocket client side buffer is full', 429);
        return {};
      }),
      route('GET', TEMPLATE, (call) => ({ body: describe(find(authorized('GET', call), call)) })),
      route('DELETE', TEMPLATE, (call) => {
        find(authorized('DELETE', call), call).end(ENDINGS.deleted);
        return { status: 204 };
      }),
    ],
    unknown: forbidden,
    malformed: 'BadRequestException',
  });
};
