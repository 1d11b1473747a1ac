import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTable } from '../../../lambdas/data/table/table.ts';
import { classifyError } from '../../../lambdas/http/response/classify-error.ts';

const keys = ['a', 'b', 'c'].map((pk) => ({ pk, sk: 'META' }));

/** A table that returns one key of each batch, and none after `limit` calls. */
const busyTable = (limit: number) => {
  const asked: number[] = [];
  const client = {
    send: async ({
      input,
    }: {
      readonly input: { readonly RequestItems: Record<string, { readonly Keys: readonly object[] }> };
    }) => {
      const [first, ...rest] = input.RequestItems['t']?.Keys ?? [];
      asked.push(1 + rest.length);
      return asked.length <= limit
        ? { Responses: { t: [first] }, UnprocessedKeys: rest.length > 0 ? { t: { Keys: rest } } : {} }
        : { UnprocessedKeys: input.RequestItems };
    },
  };
  return { asked, table: createTable(client as unknown as DynamoDBDocumentClient, 't') };
};

beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

it('requests unprocessed keys of a batch again', async () => {
  const { table, asked } = busyTable(3);
  expect(await table.getMany(keys)).toEqual(keys);
  expect(asked).toEqual([3, 2, 1]);
});

it('reads any number of items, 100 per call', async () => {
  const calls: number[] = [];
  const client = {
    send: async ({ input }: { readonly input: { readonly RequestItems: Record<string, { Keys: object[] }> } }) => {
      const asked = input.RequestItems['t']?.Keys ?? [];
      calls.push(asked.length);
      return { Responses: { t: asked } };
    },
  };
  const table = createTable(client as unknown as DynamoDBDocumentClient, 't');
  const many = Array.from({ length: 201 }, (_, index) => ({ pk: `k${index}`, sk: 'META' }));
  expect(await table.getMany(many)).toEqual(many);
  expect(calls).toEqual([100, 100, 1]);
});

it('throws a retryable error when keys stay unprocessed', async () => {
  const { table, asked } = busyTable(1);
  const error: unknown = await table.getMany(keys).catch((caught: unknown) => caught);
  expect(classifyError(error)).toMatchObject({ code: 'unavailable' });
  expect(asked).toEqual([3, 2, 2, 2, 2]);
});
