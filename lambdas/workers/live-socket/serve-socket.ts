import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { answerMessage } from './answer-message.ts';
import type { SocketDeps } from './deps.ts';
import { openChannel } from './open-channel.ts';

/** What the gateway hands over: the query stands in the event of the handshake only. */
export type SocketEvent = APIGatewayProxyWebsocketEventV2 & {
  readonly queryStringParameters?: Readonly<Record<string, string | undefined>> | null;
};

/** A Lambda handler of a WebSocket API. A status that is no success refuses the handshake. */
export type SocketHandler = (event: SocketEvent) => Promise<{ readonly statusCode: number }>;

/** The worker behind the live channel: handshake, messages, farewell. */
export const serveSocket =
  (deps: SocketDeps): SocketHandler =>
  async ({ requestContext: { connectionId, eventType }, queryStringParameters, body, isBase64Encoded }) => {
    switch (eventType) {
      case 'CONNECT':
        return { statusCode: (await openChannel(deps, connectionId, queryStringParameters?.['ticket'])) ? 200 : 401 };
      case 'MESSAGE':
        await answerMessage(deps, connectionId, isBase64Encoded ? undefined : body);
        return { statusCode: 200 };
      default:
        // At best once: a farewell that never comes is made up for when a message meets nobody, or after two hours.
        await deps.connections.forget(connectionId);
        return { statusCode: 200 };
    }
  };
