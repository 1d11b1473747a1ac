/** Location of an object: bucket and key. */
export interface ObjectLocation {
  readonly bucket: string;
  readonly key: string;
}

/** Splits `s3://bucket/key`. */
export const parseS3Url = (url: string): ObjectLocation => {
  const match = /^s3:\/\/([^/]+)\/(.+)$/s.exec(url);
  return { bucket: match?.[1] ?? '', key: match?.[2] ?? '' };
};

/** Metadata of a stored object. */
export interface ObjectFacts {
  readonly size: number;
  readonly contentType: string;
  readonly etag: string;
  readonly lastModified: Date;
}

/** The part of the S3 engine that services with media use, in the same process. */
export interface MediaObjectStore {
  /** The file of an object's current version, or of a named one; undefined when it does not exist. */
  objectPath(bucket: string, key: string, versionId?: string): string | undefined | Promise<string | undefined>;
  /** Stores an object and publishes its events. A `file` may be moved or copied. */
  writeObject(
    bucket: string,
    key: string,
    body: { readonly file: string } | Buffer | string,
    options?: { readonly contentType?: string; readonly cacheControl?: string },
  ): unknown;
  statObject(bucket: string, key: string): ObjectFacts | undefined | Promise<ObjectFacts | undefined>;
}
