import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * Settings of every SDK client: three tries, and time-outs in milliseconds that leave room for all of them within the
 * API's 29 s. Without them a lost connection hangs a request until the function is killed.
 */
export const clientSettings = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
} as const;

/** Under the table: a healthy answer takes milliseconds, so a try is given up early and one more is made. */
const tableSettings = {
  maxAttempts: 4,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 2500, throwOnRequestTimeout: true },
} as const;

/** The document client that `createTable` takes. Undefined fields are refused, so that none vanishes unseen. */
export const createDocumentClient = (): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(new DynamoDBClient(tableSettings), { marshallOptions: { removeUndefinedValues: false } });
