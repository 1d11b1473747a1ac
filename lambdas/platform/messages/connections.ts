import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import type { Channels } from '../../domain/live/ports.ts';
import { clientSettings } from '../client-settings.ts';

/** A normal response takes milliseconds, and one hanging connection must not delay the others. */
const TRY_MS = 2000;

const newClient = (endpoint: string): ApiGatewayManagementApiClient =>
  new ApiGatewayManagementApiClient({
    ...clientSettings,
    endpoint,
    requestHandler: { ...clientSettings.requestHandler, requestTimeout: TRY_MS },
  });

/** Management endpoint of the gateway, given the endpoint of its clients: `wss://host/stage`. */
export const managementEndpoint = (liveEndpoint: string): string => liveEndpoint.replace(/^ws/, 'http');

const orGone = async <T>(call: Promise<unknown>, done: T): Promise<T | 'gone'> => {
  try {
    await call;
    return done;
  } catch (error) {
    if (error instanceof GoneException) return 'gone';
    throw error;
  }
};

/** The open connections of a WebSocket API. */
export const createChannels = (
  liveEndpoint: string,
  client: Pick<ApiGatewayManagementApiClient, 'send'> = newClient(managementEndpoint(liveEndpoint)),
): Channels => ({
  post: (connectionId, message) =>
    orGone(
      client.send(new PostToConnectionCommand({ ConnectionId: connectionId, Data: JSON.stringify(message) })),
      'sent' as const,
    ),
  close: (connectionId) =>
    orGone(client.send(new DeleteConnectionCommand({ ConnectionId: connectionId })), 'closed' as const),
});
