import {
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
  type ListObjectVersionsCommandOutput,
} from '@aws-sdk/client-s3';
import { clientSettings } from './client-settings.ts';

/** Errors of S3 when the key is taken. The second one occurs during another write of the key. */
const TAKEN = new Set(['PreconditionFailed', 'ConditionalRequestConflict']);

/** Copies of sealed audit entries in a bucket that locks them: they cannot be changed or removed for a time. */
export interface AuditCopies {
  /** Stores a copy under a new name. False when the name is taken. */
  add(name: string, text: string): Promise<boolean>;
  /** The text of a copy: of the given version, or of the current one. */
  read(name: string, versionId?: string): Promise<string>;
  /** Names with a prefix and the ids of their versions, oldest first. Delete markers count as versions. */
  list(prefix: string): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** Copies in `Bucket`. Its default retention locks stored objects; requests cannot shorten it. */
export const createAuditCopies = (Bucket: string): AuditCopies => {
  const s3 = new S3Client(clientSettings);
  return {
    async add(Key, Body) {
      try {
        await s3.send(
          new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/x-ndjson', IfNoneMatch: '*' }),
        );
        return true;
      } catch (error) {
        if (error instanceof Error && TAKEN.has(error.name)) return false;
        throw error;
      }
    },
    async read(Key, VersionId) {
      const { Body } = await s3.send(
        new GetObjectCommand({ Bucket, Key, ...(VersionId === undefined ? {} : { VersionId }) }),
      );
      return (await Body?.transformToString()) ?? '';
    },
    async list(Prefix) {
      const found = new Map<string, string[]>();
      let location:
        { readonly KeyMarker?: string | undefined; readonly VersionIdMarker?: string | undefined } | undefined = {};
      while (location) {
        const page: ListObjectVersionsCommandOutput = await s3.send(
          new ListObjectVersionsCommand({ Bucket, Prefix, ...location }),
        );
        // Both lists are newest first.
        for (const { Key = '', VersionId = '' } of [...(page.DeleteMarkers ?? []), ...(page.Versions ?? [])])
          found.set(Key, [VersionId, ...(found.get(Key) ?? [])]);
        location = page.IsTruncated
          ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
          : undefined;
      }
      return found;
    },
  };
};
