import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { answerMessage } from './answer-message.ts';
import type { SocketDeps } from './deps.ts';
import { openChannel } from './open-channel.ts';

/** An event of the gateway. Only the handshake's event contains headers and query. */
export type SocketEvent = APIGatewayProxyWebsocketEventV2 & {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly queryStringParameters?: Readonly<Record<string, string | undefined>> | null;
};

/** A Lambda handler of a WebSocket API. A status other than 2xx rejects the handshake. */
export type SocketHandler = (event: SocketEvent) => Promise<{ readonly statusCode: number }>;

/** The worker of the live channel: handshake, messages and disconnection. */
export const serveSocket =
  (deps: SocketDeps): SocketHandler =>
  async ({ requestContext: { connectionId, eventType }, headers, queryStringParameters, body, isBase64Encoded }) => {
    switch (eventType) {
      case 'CONNECT':
        if (!deps.isFromDistribution(headers)) return { statusCode: 403 };
        return { statusCode: await openChannel(deps, connectionId, queryStringParameters?.['ticket']) };
      case 'MESSAGE':
        await answerMessage(deps, connectionId, isBase64Encoded ? undefined : body);
        return { statusCode: 200 };
      default:
        // The gateway can miss a disconnection. Then the next post, or its expiry, removes the connection.
        await deps.connections.forget(connectionId);
        return { statusCode: 200 };
    }
  };
