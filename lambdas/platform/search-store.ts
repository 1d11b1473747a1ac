import {
  GetObjectCommand,
  PutObjectCommand,
  DeleteObjectsCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import type { Audience } from '../domain/search/document.ts';
import { SearchHead, type SearchStore } from '../domain/search/head.ts';
import { clientSettings } from './client-settings.ts';

/**
 * Where the index of each audience lies: apart, so that whoever reads the one for everybody cannot meet what is not
 * published.
 */
const FOLDERS: Readonly<Record<Audience, string>> = { everybody: 'search', staff: 'search/staff' };

/** A packed index of a million contents takes seconds to travel. */
const TRANSFER_MS = 60_000;

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

const MISSING = new Set(['NoSuchKey', 'NotFound']);
/**
 * S3's word that a condition did not hold: the second when another write was under way, the others when what was to be
 * replaced has gone.
 */
const LOST = new Set(['PreconditionFailed', 'ConditionalRequestConflict', ...MISSING]);
/** The answer has no body, and so the SDK no name for it. */
const isUnchanged = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 304;

/** A head from its text; undefined for anything else. */
const parseHead = (text: string): SearchHead | undefined => {
  try {
    return SearchHead.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** The search index in a bucket: a small head that is replaced by its ETag, and packed indexes that never change. */
export const createSearchStore = (Bucket: string, audience: Audience = 'everybody'): SearchStore => {
  const HEAD = `${FOLDERS[audience]}/head.json`;
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
        if (LOST.has(nameOf(error))) return false;
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
      const Key = `${FOLDERS[audience]}/packed/${randomUUID()}`;
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
