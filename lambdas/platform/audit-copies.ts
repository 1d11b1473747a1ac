import {
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
  type ListObjectVersionsCommandOutput,
} from '@aws-sdk/client-s3';
import { clientSettings } from './client-settings.ts';

/** S3's words that the key is taken; the second while another write of it is under way. */
const TAKEN = new Set(['PreconditionFailed', 'ConditionalRequestConflict']);

/** Copies of sealed audit entries in a bucket that lets nobody change or remove them for a time. */
export interface AuditCopies {
  /** Stores a copy under a name that is free. False when it is taken. */
  add(name: string, text: string): Promise<boolean>;
  /** A copy's text, of its oldest version when none is named. */
  read(name: string, versionId?: string): Promise<string>;
  /** Names under a prefix with the ids of their versions, oldest first; delete markers count as versions. */
  list(prefix: string): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** Copies in `Bucket`. Its own rule locks what is stored: no request may ask for less. */
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
