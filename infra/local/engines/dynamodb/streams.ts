import type { StreamApiRecord, StreamShard, StreamSource } from '../../events/streams/stream-source.ts';
import type { WriteListener } from './proxy.ts';
import { toEmulatorArn } from './tables.ts';
import type { Wire } from './wire.ts';

const TARGET = 'DynamoDBStreams_20120810.';

interface ApiShard {
  readonly ShardId: string;
  readonly ParentShardId?: string;
  readonly SequenceNumberRange?: { readonly EndingSequenceNumber?: string };
}

interface DescribeStreamOutput {
  readonly StreamDescription: { readonly Shards?: readonly ApiShard[]; readonly LastEvaluatedShardId?: string };
}

const tableOf = (streamArn: string): string => /:table\/([^/]+)\//.exec(streamArn)?.[1] ?? '';

const parentsFirst = (shards: readonly StreamShard[]): StreamShard[] => {
  const ordered: StreamShard[] = [];
  const add = (shard: StreamShard): void => {
    if (ordered.includes(shard)) return;
    const parent = shards.find(({ id }) => id === shard.parentId);
    if (parent) add(parent);
    ordered.push(shard);
  };
  for (const shard of shards) add(shard);
  return ordered;
};

/** Reads DynamoDB Local's streams. */
export const createStreamSource = (wire: Wire, onWrite: (listener: WriteListener) => () => void): StreamSource => ({
  async shards(streamArn) {
    const found: StreamShard[] = [];
    let after: string | undefined;
    do {
      const { StreamDescription: page }: DescribeStreamOutput = await wire.call<DescribeStreamOutput>(
        `${TARGET}DescribeStream`,
        {
          StreamArn: toEmulatorArn(streamArn),
          ...(after === undefined ? {} : { ExclusiveStartShardId: after }),
        },
      );
      for (const { ShardId, ParentShardId, SequenceNumberRange } of page.Shards ?? []) {
        found.push({
          id: ShardId,
          ...(ParentShardId === undefined ? {} : { parentId: ParentShardId }),
          closed: SequenceNumberRange?.EndingSequenceNumber !== undefined,
        });
      }
      after = page.LastEvaluatedShardId;
    } while (after !== undefined);
    return parentsFirst(found);
  },

  async iterator(streamArn, shardId, position) {
    const answer = await wire.call<{ ShardIterator: string }>(`${TARGET}GetShardIterator`, {
      StreamArn: toEmulatorArn(streamArn),
      ShardId: shardId,
      ShardIteratorType: position.type,
      ...('sequenceNumber' in position ? { SequenceNumber: position.sequenceNumber } : {}),
    });
    return answer.ShardIterator;
  },

  async records(iterator) {
    const answer = await wire.call<{ Records?: readonly StreamApiRecord[]; NextShardIterator?: string }>(
      `${TARGET}GetRecords`,
      { ShardIterator: iterator },
    );
    return {
      records: answer.Records ?? [],
      ...(answer.NextShardIterator === undefined ? {} : { next: answer.NextShardIterator }),
    };
  },

  onWrite(streamArn, listener) {
    const table = tableOf(streamArn);
    // PartiQL statements name their table in the text only, so the write may concern any table.
    return onWrite((tables) => {
      if (tables.length === 0 || tables.includes(table)) listener();
    });
  },
});
