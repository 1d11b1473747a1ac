import {
  GetObjectCommand,
  PutObjectCommand,
  DeleteObjectsCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import type { IndexName } from '../../domain/search/document.ts';
import { SearchHead, type SearchStore } from '../../domain/search/head.ts';
import { clientSettings } from '../client-settings.ts';

/** Folder of each index. They are separate, so that functions for the public cannot read unpublished content. */
const FOLDERS: Readonly<Record<IndexName, string>> = {
  published: 'search',
  staff: 'search/staff',
  speech: 'search/speech',
};

/** A packed index of a million items takes seconds to transfer. */
const TRANSFER_MS = 60_000;

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

const MISSING = new Set(['NoSuchKey', 'NotFound']);
/**
 * Errors of S3 when a conditional write fails. The second one occurs during another write, the others when the object
 * to replace no longer exists.
 */
const CONFLICTS = new Set(['PreconditionFailed', 'ConditionalRequestConflict', ...MISSING]);
/** The response has no body, so the SDK does not set a name. */
const isUnchanged = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 304;

/** Parses a head; undefined when the text is invalid. */
const parseHead = (text: string): SearchHead | undefined => {
  try {
    return SearchHead.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** The search index in a bucket: a small head, replaced by its ETag, and packed indexes, which never change. */
export const createSearchStore = (Bucket: string, name: IndexName = 'published'): SearchStore => {
  const HEAD = `${FOLDERS[name]}/head.json`;
  const s3 = new S3Client(clientSettings);
  const forPacked = new S3Client({
    ...clientSettings,
    requestHandler: { ...clientSettings.requestHandler, requestTimeout: TRANSFER_MS },
  });
  return {
    async readHead(etag) {
      try {
        const { Body, ETag } = await s3.send(
          new GetObjectCommand({ Bucket, Key: HEAD, ...(etag === undefined ? {} : { IfNoneMatch: etag }) }),
        );
        return { head: parseHead((await Body?.transformToString()) ?? ''), etag: ETag ?? '' };
      } catch (error) {
        if (MISSING.has(nameOf(error))) return undefined;
        if (isUnchanged(error)) return 'unchanged';
        throw error;
      }
    },
    async replaceHead(head, etag) {
      try {
        await s3.send(
          new PutObjectCommand({
            Bucket,
            Key: HEAD,
            Body: JSON.stringify(head),
            ContentType: 'application/json',
            ...(etag === undefined ? { IfNoneMatch: '*' } : { IfMatch: etag }),
          }),
        );
        return true;
      } catch (error) {
        if (CONFLICTS.has(nameOf(error))) return false;
        throw error;
      }
    },
    async readSnapshot(Key) {
      try {
        return await (await forPacked.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToByteArray();
      } catch (error) {
        if (MISSING.has(nameOf(error))) return undefined;
        throw error;
      }
    },
    async addSnapshot(packed) {
      const Key = `${FOLDERS[name]}/packed/${randomUUID()}`;
      await forPacked.send(
        new PutObjectCommand({ Bucket, Key, Body: packed, ContentType: 'application/octet-stream' }),
      );
      return Key;
    },
    async removeSnapshots(names) {
      if (names.length === 0) return;
      await s3.send(
        new DeleteObjectsCommand({ Bucket, Delete: { Objects: names.map((Key) => ({ Key })), Quiet: true } }),
      );
    },
  };
};
