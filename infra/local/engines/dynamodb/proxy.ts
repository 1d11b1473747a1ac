import { AwsError, type LocalService, type Principal, readBody, sendJsonError } from '../../aws/service.ts';
import { createTally, tablesOf, type Tally, WRITES } from './operations.ts';
import type { Wire } from './wire.ts';

/** Returns the partition key of a table or of one of its indexes; undefined when the table does not exist. */
export type PartitionKeyOf = (table: string, index?: string) => string | undefined;

/**
 * Throws AwsError (`AccessDeniedException`) when a caller may not run an operation.
 * `operation` is the API's name (`GetItem`), `input` its parsed request.
 */
export type AuthorizeDynamo = (
  caller: Principal | undefined,
  operation: string,
  input: Readonly<Record<string, unknown>>,
  partitionKeyOf: PartitionKeyOf,
) => void;

/** Called after an accepted write, with the tables that it named. */
export type WriteListener = (tables: readonly string[]) => void;

/** The proxy in front of DynamoDB Local: authorizes and counts calls, and reports writes. */
export interface DynamoProxy {
  readonly service: LocalService;
  readonly tally: Tally;
  onWrite(listener: WriteListener): () => void;
}

/** Response headers that SDKs read. */
const PASSED_HEADERS = ['content-type', 'x-amzn-requestid', 'x-amz-crc32'] as const;

/** Creates the proxy for `dynamodb`. DynamoDB Streams signs with that name too. */
export const createDynamoProxy = (
  wire: Wire,
  partitionKeyOf: PartitionKeyOf,
  authorize?: AuthorizeDynamo,
): DynamoProxy => {
  const tally = createTally();
  const listeners = new Set<WriteListener>();

  const service: LocalService = {
    signingName: 'dynamodb',
    async handle(request, response, caller) {
      const target = String(request.headers['x-amz-target'] ?? '');
      const operation = target.slice(target.indexOf('.') + 1);
      try {
        const body = await readBody(request);
        const input = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
        const tables = tablesOf(input);
        const count = tally.request(operation, tables);
        try {
          authorize?.(caller, operation, input, partitionKeyOf);
        } catch (error) {
          count.errors += 1;
          throw error;
        }
        const answer = await wire.send(target, body);
        if (answer.status === 200) {
          tally.capacity(count, operation, answer.body);
          if (WRITES.has(operation)) for (const listener of listeners) listener(tables);
        } else count.errors += 1;
        const headers: Record<string, string | number> = { 'content-length': answer.body.length };
        for (const name of PASSED_HEADERS) {
          const value = answer.headers[name];
          if (typeof value === 'string') headers[name] = value;
        }
        response.writeHead(answer.status, headers);
        response.end(answer.body);
      } catch (error) {
        sendJsonError(
          response,
          error instanceof SyntaxError ? new AwsError('SerializationException', 'Malformed JSON') : error,
        );
      }
    },
  };

  return {
    service,
    tally,
    onWrite(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
