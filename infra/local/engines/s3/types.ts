import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { CredentialStore, LocalService, Principal } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { PublishEvent } from '../../events/bus/bridge-event.ts';
import type { LockMode } from './bucket-properties.ts';

/** Checksum algorithms that are verified and kept, as the API names them. CRC64NVME is refused by name. */
export type ChecksumAlgorithm = 'CRC32' | 'CRC32C' | 'SHA1' | 'SHA256';

/** A kept checksum. COMPOSITE ones are the digest of the parts' digests with `-<parts>` behind. */
export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  /** Base64. */
  readonly value: string;
  readonly type: 'FULL_OBJECT' | 'COMPOSITE';
}

/** Headers that are stored with an object and answered with it. */
export interface ObjectAttributes {
  readonly contentType: string;
  readonly cacheControl?: string;
  readonly contentDisposition?: string;
  readonly contentEncoding?: string;
  readonly contentLanguage?: string;
  readonly expires?: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Until when nobody may remove this version; the bucket's rule gives it. */
  readonly lock?: ObjectLock;
}

/** One version of an object, or a delete marker, as the index keeps it. */
export interface ObjectVersion {
  readonly bucket: string;
  readonly key: string;
  /** `null` (the word) in a bucket without versions. */
  readonly versionId: string;
  /** Rises with every write of the engine; survives restarts. */
  readonly sequence: number;
  readonly latest: boolean;
  readonly deleteMarker: boolean;
  /** Name of the file that holds the bytes; empty on a delete marker. */
  readonly blob: string;
  /** Bytes. */
  readonly size: number;
  /** Without quotes. */
  readonly etag: string;
  /** Epoch milliseconds. */
  readonly modified: number;
  readonly attributes: ObjectAttributes;
  readonly checksum?: Checksum;
}

/** The retention of one version. */
export interface ObjectLock {
  readonly mode: LockMode;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** What other parts of the local cloud see of an object. */
export interface ObjectStat {
  readonly key: string;
  readonly size: number;
  readonly contentType: string;
  /** Without quotes. */
  readonly etag: string;
  readonly lastModified: Date;
  /** Absent in a bucket without versions. */
  readonly versionId?: string;
  readonly cacheControl?: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Inclusive byte range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Where `writeObject` takes its bytes from: text, bytes, a stream, or a file to copy. */
export type ObjectSource = string | Buffer | Readable | { readonly file: string };

/**
 * Why the caller's policies do not allow an action (`s3:PutObject`) on a resource ARN, in IAM's words; undefined when
 * they do.
 */
export type AuthorizeS3 = (caller: Principal, action: string, resource: string) => string | undefined;

/** What the engine is made of. */
export interface S3EngineOptions {
  /** Folder of its own; holds the index and the objects' bytes. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly credentials: CredentialStore;
  readonly publish: PublishEvent;
  /** Asked for every signed request, with the signer's identity. Without it every known key may do everything. */
  readonly authorize?: AuthorizeS3;
}

/** One page of a bucket, as a folder shows it. */
export interface BucketPage {
  readonly objects: readonly ObjectVersion[];
  /** What stands between the prefix and the next `/`, with both. */
  readonly prefixes: readonly string[];
  /** Where the next page begins; absent on the last one. */
  readonly next?: string;
}

/** Stored objects as a person looks at them, past policies and events. */
export interface ObjectBrowser {
  buckets(): readonly { readonly name: string; readonly versioning: string }[];
  /** @throws AwsError NoSuchBucket, InvalidArgument for a foreign `after` */
  page(bucket: string, prefix: string, after: string | undefined, limit: number): BucketPage;
  /** Versions and delete markers of one key, newest first. */
  versions(bucket: string, key: string, limit: number): readonly ObjectVersion[];
}

/** S3 on this machine: the REST API for SDKs and browsers, and direct access for the rest of the local cloud. */
export interface S3Engine extends LocalService {
  /** The browser's port: presigned requests and CORS only. */
  handlePublic(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Makes a bucket from resolved `AWS::S3::Bucket` properties, or renews them on an existing one. Objects stay. */
  createBucket(input: { readonly name: string; readonly properties: Readonly<Record<string, unknown>> }): void;
  /** Opens an object; the caller must read or destroy the stream. Undefined when there is none. */
  readObject(
    bucket: string,
    key: string,
    options?: { readonly versionId?: string; readonly range?: ByteRange },
  ): Promise<(ObjectStat & { readonly stream: Readable }) | undefined>;
  statObject(bucket: string, key: string, versionId?: string): ObjectStat | undefined;
  /** The file that holds the bytes, for reading only. It is never changed, only unlinked when the version goes. */
  objectPath(bucket: string, key: string, versionId?: string): string | undefined;
  /** Stores an object as PutObject would, event included. @throws AwsError NoSuchBucket, KeyTooLongError */
  writeObject(
    bucket: string,
    key: string,
    source: ObjectSource,
    options?: {
      readonly contentType?: string;
      readonly cacheControl?: string;
      readonly metadata?: Readonly<Record<string, string>>;
    },
  ): Promise<ObjectStat>;
  /** As DeleteObject: a delete marker in a versioned bucket unless a version is named. */
  deleteObject(bucket: string, key: string, versionId?: string): void;
  /** Current keys in UTF-8 order. Objects written or deleted meanwhile may or may not appear. */
  listKeys(bucket: string, prefix?: string): AsyncIterable<string>;
  /** For a person who looks around. */
  readonly browser: ObjectBrowser;
  /** Applies the buckets' lifecycle rules as of the clock. */
  sweepLifecycle(): void;
  /** Waits for pending file removals and closes the index. */
  stop(): Promise<void>;
}
