/** What is known of a stored object without reading it. */
export interface ObjectFacts {
  readonly size: number;
  readonly contentType: string;
  readonly etag: string;
  readonly lastModified: Date;
}

/** The part of the S3 engine that MediaConvert reads from and writes to, in the same process. */
export interface MediaObjectStore {
  /** File that holds an object's current version (or a named one); undefined when there is none. */
  objectPath(bucket: string, key: string, versionId?: string): string | undefined | Promise<string | undefined>;
  /** Stores an object and raises its events. A `file` may be moved or copied. */
  writeObject(
    bucket: string,
    key: string,
    body: { readonly file: string } | Buffer | string,
    options?: { readonly contentType?: string; readonly cacheControl?: string },
  ): unknown;
  statObject(bucket: string, key: string): ObjectFacts | undefined | Promise<ObjectFacts | undefined>;
}
