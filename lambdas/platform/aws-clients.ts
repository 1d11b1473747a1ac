import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Under the table: a healthy answer takes milliseconds, so a try is given up early and one more is made. */
const tableSettings = {
  maxAttempts: 4,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 2500, throwOnRequestTimeout: true },
} as const;

/** The document client that `createTable` takes. Undefined fields are refused, so that none vanishes unseen. */
export const createDocumentClient = (): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(new DynamoDBClient(tableSettings), { marshallOptions: { removeUndefinedValues: false } });
