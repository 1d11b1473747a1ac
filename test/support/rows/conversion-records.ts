import type { Upload } from '../../../lambdas/domain/uploads/upload.ts';
import { ulid } from 'ulid';
import type { Content, WaitingFile } from '../../../lambdas/domain/content/content.ts';
import { uploadKey } from '../../../lambdas/domain/media/layout.ts';
import type { Attempt } from '../../../lambdas/domain/conversion/attempt.ts';

/** The completed attempt that produced an item's renditions. */
export const finishedAttempt = ({ id, source_key, media_version }: Content): Attempt => ({
  content_id: id,
  version_id: 'version-1',
  attempt: 1,
  media_version: media_version ?? '',
  source_key,
  state: 'completed',
  job_id: 'job-1',
  claimed_at: '2026-01-01T00:00:00.000Z',
  lease_until: '2026-01-01T00:01:30.000Z',
  deadline_at: '2026-01-01T00:15:00.000Z',
  progress: 100,
  rev: 3,
  ladder: { kind: 'video', video: [], audio: [], tiers: ['480'], poster: { width: 1280, height: 720 } },
});

/** The attempt that converts an item now. Its job does not exist. */
export const runningAttempt = (content: Content): Attempt => ({
  ...finishedAttempt(content),
  state: 'submitted',
  deadline_at: '2999-01-01T00:00:00.000Z',
  progress: 40,
});

/** The upload that became an item. */
export const claimedUpload = (content: Content): Upload => ({
  content_id: content.id,
  upload_id: content.source_key.split('/')[2] ?? '',
  key: content.source_key,
  file_name: 'rabbit.mkv',
  file_type: 'video/x-matroska',
  file_size: content.file_size,
  kind: 'single',
  state: 'claimed',
  creator_id: content.creator_id,
  user_id: '11111111-2222-4333-8444-555555555555',
  created_at: content.created_at,
  deadline: '2999-01-01T00:00:00.000Z',
  rev: 1,
});

/** A content item whose replacement waits for review. */
export const withWaitingFile = (content: Content, fields: Partial<WaitingFile> = {}): Content => {
  const version = ulid();
  const waiting_file: WaitingFile = {
    source_key: uploadKey(content.id, version),
    source_version_id: 'version-2',
    original_file_name: 'better.mkv',
    original_format: 'mkv',
    file_size: 2_000_000,
    media_version: version,
    top_tier: '1080',
    has_video: true,
    has_storyboard: true,
    duration: 62,
    encoding_price_usd: 0.03,
    since: '2026-01-02T00:00:00.000Z',
    ...fields,
  };
  return { ...content, waiting_file };
};

/** The upload of a content item's waiting file. */
export const waitingUpload = (content: Content): Upload => {
  const { source_key: key = '', original_file_name = '', file_size = 0 } = content.waiting_file ?? {};
  return {
    ...claimedUpload(content),
    upload_id: key.split('/')[2] ?? '',
    key,
    file_name: original_file_name,
    file_size,
    replacement: true,
    state: 'waiting',
  };
};
