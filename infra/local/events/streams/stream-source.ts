/**
 * One change, in the JSON of the DynamoDB Streams API, which functions receive too: times in epoch seconds, binary
 * values in Base64.
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

/** A part of a stream. A closed shard has an end, and its children continue it. */
export interface StreamShard {
  readonly id: string;
  readonly parentId?: string;
  readonly closed: boolean;
}

/** Start position of an iterator. */
export type StreamPosition =
  | { readonly type: 'TRIM_HORIZON' | 'LATEST' }
  | { readonly type: 'AFTER_SEQUENCE_NUMBER'; readonly sequenceNumber: string };

/** The streams that a stream mapping reads. ARNs are those of the local cloud. */
export interface StreamSource {
  /** All readable shards, parents before children. */
  shards(streamArn: string): Promise<readonly StreamShard[]>;
  /** Opens an iterator. Throws AwsError `TrimmedDataAccessException` when the position no longer exists. */
  iterator(streamArn: string, shardId: string, position: StreamPosition): Promise<string>;
  /**
   * Reads up to 1,000 records. `next` is absent at the end of a closed shard. Throws AwsError
   * `ExpiredIteratorException`.
   */
  records(iterator: string): Promise<{ readonly records: readonly StreamApiRecord[]; readonly next?: string }>;
  /** Subscribes to writes to the stream's table. The returned function unsubscribes. */
  onWrite(streamArn: string, listener: () => void): () => void;
}
