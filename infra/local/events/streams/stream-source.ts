/**
 * One change, in the JSON that the DynamoDB Streams API answers (and that functions get): times in epoch seconds,
 * binary in Base64.
 */
export interface StreamApiRecord {
  readonly eventID: string;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly eventVersion: string;
  readonly eventSource: string;
  readonly awsRegion: string;
  readonly dynamodb: {
    readonly ApproximateCreationDateTime?: number;
    readonly Keys?: unknown;
    readonly NewImage?: unknown;
    readonly OldImage?: unknown;
    readonly SequenceNumber: string;
    readonly SizeBytes?: number;
    readonly StreamViewType?: string;
  };
  /** Set on deletes by time to live. */
  readonly userIdentity?: { readonly PrincipalId?: string; readonly Type?: string };
}

/** A part of a stream; a closed one has an end, and its children continue it. */
export interface StreamShard {
  readonly id: string;
  readonly parentId?: string;
  readonly closed: boolean;
}

/** Where reading starts. */
export type StreamPosition =
  | { readonly type: 'TRIM_HORIZON' | 'LATEST' }
  | { readonly type: 'AFTER_SEQUENCE_NUMBER'; readonly sequenceNumber: string };

/** What a stream mapping reads from. ARNs are the local cloud's own. */
export interface StreamSource {
  /** All shards that are still readable, parents before children. */
  shards(streamArn: string): Promise<readonly StreamShard[]>;
  /** An iterator; throws AwsError `TrimmedDataAccessException` when the position is gone. */
  iterator(streamArn: string, shardId: string, position: StreamPosition): Promise<string>;
  /**
   * Up to 1,000 records; `next` is missing at the end of a closed shard. Throws AwsError `ExpiredIteratorException`.
   */
  records(iterator: string): Promise<{ readonly records: readonly StreamApiRecord[]; readonly next?: string }>;
  /** Calls back soon after a write to the stream's table; the returned function ends that. */
  onWrite(streamArn: string, listener: () => void): () => void;
}
