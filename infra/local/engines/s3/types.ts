import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { CredentialStore, LocalService, Principal } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { PublishEvent } from '../../events/bus/bridge-event.ts';
import type { PolicyDocument } from '../../roles.ts';
import type { LockMode } from './bucket-properties.ts';

/** Checksum algorithms that are verified and stored, as the API names them. CRC64NVME is rejected. */
export type ChecksumAlgorithm = 'CRC32' | 'CRC32C' | 'SHA1' | 'SHA256';

/** A stored checksum. A COMPOSITE one is the digest of the parts' digests, followed by `-<parts>`. */
export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  /** Base64. */
  readonly value: string;
  readonly type: 'FULL_OBJECT' | 'COMPOSITE';
}

/** Headers that are stored and returned with an object. */
export interface ObjectAttributes {
  readonly contentType: string;
  readonly cacheControl?: string;
  readonly contentDisposition?: string;
  readonly contentEncoding?: string;
  readonly contentLanguage?: string;
  readonly expires?: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** The retention of this version, from its bucket's rule. */
  readonly lock?: ObjectLock;
}

/** One version of an object, or a delete marker, as the index stores it. */
export interface ObjectVersion {
  readonly bucket: string;
  readonly key: string;
  /** The word `null` in a bucket without versioning. */
  readonly versionId: string;
  /** Rises with every write of the engine; survives restarts. */
  readonly sequence: number;
  readonly latest: boolean;
  readonly deleteMarker: boolean;
  /** Name of the file with the bytes; empty for a delete marker. */
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

/** An object, for other parts of the local cloud. */
export interface ObjectStat {
  readonly key: string;
  readonly size: number;
  readonly contentType: string;
  /** Without quotes. */
  readonly etag: string;
  readonly lastModified: Date;
  /** Absent in a bucket without versioning. */
  readonly versionId?: string;
  readonly cacheControl?: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Inclusive byte range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The bytes for `writeObject`: text, bytes, a stream, or a file to copy. */
export type ObjectSource = string | Buffer | Readable | { readonly file: string };

/**
 * Returns undefined when the caller's policies allow an action (`s3:PutObject`) on a resource ARN, and otherwise IAM's
 * message.
 */
export type AuthorizeS3 = (caller: Principal, action: string, resource: string) => string | undefined;

/** Options of the engine. */
export interface S3EngineOptions {
  /** The engine's own folder, for the index and the objects' bytes. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly credentials: CredentialStore;
  readonly publish: PublishEvent;
  /** The policy documents of a bucket, by its ARN, for those who may read them. @default none has one */
  readonly policiesOf?: (bucketArn: string) => readonly PolicyDocument[];
  /** Called for every signed request with the signer's identity. Default: every known key may do everything. */
  readonly authorize?: AuthorizeS3;
}

/** One page of a bucket in a folder view. */
export interface BucketPage {
  readonly objects: readonly ObjectVersion[];
  /** Common prefixes: the requested prefix and the text up to the next `/`, inclusive. */
  readonly prefixes: readonly string[];
  /** Where the next page begins; absent on the last one. */
  readonly next?: string;
}

/** Read access to stored objects for the console, without policies and events. */
export interface ObjectBrowser {
  buckets(): readonly { readonly name: string; readonly versioning: string }[];
  /** @throws AwsError NoSuchBucket, InvalidArgument for an invalid `after` */
  page(bucket: string, prefix: string, after: string | undefined, limit: number): BucketPage;
  /** Versions and delete markers of one key, newest first. */
  versions(bucket: string, key: string, limit: number): readonly ObjectVersion[];
}

/** S3 on this machine: the REST API for SDKs and browsers, and direct access for the rest of the local cloud. */
export interface S3Engine extends LocalService {
  /** Serves the browser's port: presigned requests and CORS only. */
  handlePublic(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Creates a bucket from resolved `AWS::S3::Bucket` properties, or updates an existing one. Its objects stay. */
  createBucket(input: { readonly name: string; readonly properties: Readonly<Record<string, unknown>> }): void;
  /** Opens an object; the caller must read or destroy the stream. Undefined when there is none. */
  readObject(
    bucket: string,
    key: string,
    options?: { readonly versionId?: string; readonly range?: ByteRange },
  ): Promise<(ObjectStat & { readonly stream: Readable }) | undefined>;
  statObject(bucket: string, key: string, versionId?: string): ObjectStat | undefined;
  /** The file with the bytes, for reading only. It never changes; it is unlinked when the version is deleted. */
  objectPath(bucket: string, key: string, versionId?: string): string | undefined;
  /** Stores an object as PutObject does, including the event. @throws AwsError NoSuchBucket, KeyTooLongError */
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
  /** Deletes as DeleteObject does: adds a delete marker in a versioned bucket unless a version is named. */
  deleteObject(bucket: string, key: string, versionId?: string): void;
  /** Current keys in UTF-8 order. Objects written or deleted meanwhile may or may not appear. */
  listKeys(bucket: string, prefix?: string): AsyncIterable<string>;
  /** For the console. */
  readonly browser: ObjectBrowser;
  /** Applies the buckets' lifecycle rules at the clock's time. */
  sweepLifecycle(): void;
  /** Waits for pending file removals and closes the index. */
  stop(): Promise<void>;
}
