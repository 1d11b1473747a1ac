import type { Upload } from '../../../lambdas/domain/uploads/upload.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
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
