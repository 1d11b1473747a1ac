import {
  GetObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
  type ListObjectVersionsCommandOutput,
} from '@aws-sdk/client-s3';
import { setTimeout as pause } from 'node:timers/promises';
import { clientSettings } from '../client-settings.ts';

/** S3's error when the key is taken. */
const TAKEN = 'PreconditionFailed';
/** S3's error while another write of the key is underway, whose outcome is open: the request must be repeated. */
const CONFLICT = 'ConditionalRequestConflict';
/** How often a copy is written, and the pause after the first conflict in milliseconds, which doubles. */
const TRIES = 6;
const PAUSE_MS = 20;

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
      const put = { Bucket, Key, Body, ContentType: 'application/x-ndjson', IfNoneMatch: '*' };
      for (let tries = 1; ; tries += 1) {
        try {
          await s3.send(new PutObjectCommand(put));
          return true;
        } catch (error) {
          const name = error instanceof Error ? error.name : '';
          if (name === TAKEN) return false;
          if (name !== CONFLICT || tries === TRIES) throw error;
          await pause(PAUSE_MS * 2 ** (tries - 1));
        }
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
