import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { clientSettings } from './client-settings.ts';

/** Milliseconds. DynamoDB normally responds within a few, so a slow request is aborted early and sent again. */
const TRY_MS = 2500;

/**
 * The document client for `createTable`. Undefined fields are rejected instead of being dropped silently. The SDK's log
 * middleware is removed: even without a logger it copies every item that is read, which takes 6% of the CPU time of a
 * feed request.
 */
export const createDocumentClient = (): DynamoDBDocumentClient => {
  const client = new DynamoDBClient({
    ...clientSettings,
    requestHandler: { ...clientSettings.requestHandler, requestTimeout: TRY_MS },
  });
  client.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: false } });
};
