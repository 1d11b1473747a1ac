import { ulid } from 'ulid';
import type { EndpointKey } from '../../lambdas/contract/index.ts';
import { uploadEntity } from '../../lambdas/data/upload-repository.ts';
import type { Content } from '../../lambdas/domain/content/content.ts';
import { ORGANISATION_CREATOR } from '../../lambdas/domain/creators/organisation.ts';
import type { Upload } from '../../lambdas/domain/uploads/upload.ts';
import type { LooseInput } from './api.ts';
import { contentItem, someContent, someDraft } from './content.ts';

/** One way to call an endpoint rightly. */
export interface Row {
  readonly key: EndpointKey;
  /** Tells the calls of one endpoint apart. */
  readonly variant?: string;
  readonly input: LooseInput;
  /** What somebody who may call it is answered. */
  readonly success: number;
  /** A code of people who may call the endpoint and not this. */
  readonly otherwise?: Readonly<Record<string, { readonly status: number; readonly code: string }>>;
}

const claimedUpload = (content: Content): Upload => ({
  content_id: content.id, upload_id: content.source_key.split('/')[2] ?? '', key: content.source_key, file_name: 'rabbit.mkv', file_type: 'video/x-matroska',
  file_size: content.file_size, kind: 'single', state: 'claimed', creator_id: ORGANISATION_CREATOR.id, user_id: '11111111-2222-4333-8444-555555555555',
  created_at: content.created_at, deadline: '2999-01-01T00:00:00.000Z', rev: 1,
});

/** An upload that no content claimed yet. */
const looseUpload = (state: 'open' | 'completed', kind: 'single' | 'multipart'): Upload => {
  const id = `cnt_${ulid()}`;
  const upload_id = ulid();
  const base = { ...claimedUpload(someContent({ id, source_key: `uploads/${id}/${upload_id}` })), state, file_size: 10_000 };
  return kind === 'single' ? base : { ...base, kind, s3_upload_id: 'an-id-of-the-bucket' };
};

/**
 * One right call for every endpoint (and for every action of one that has several), with what must be stored for it. What is stored
 * belongs to one call: rows do not disturb each other.
 */
export const endpointRows = (category: string): { readonly rows: readonly Row[]; readonly stored: readonly Readonly<Record<string, unknown>>[] } => {
  const contents = { seen: someContent(), edited: someContent(), deleted: someContent(), played: someContent(), watched: someContent(), restarted: someContent({ current_attempt: 'version-1/1' }), sourced: someContent() };
  const draft = someDraft();
  const uploads = { claimed: looseUpload('completed', 'single'), signed: looseUpload('open', 'multipart'), aborted: looseUpload('open', 'single'), completed: looseUpload('completed', 'single') };
  const staffOnly = { user: { status: 404, code: 'content_not_found' } };
  const key = 'uploads.s3-upload-url';
  const file = { fileName: 'rabbit.mp4', fileType: 'video/mp4', fileSize: 1000 };
  const rows: readonly Row[] = [
    { key: 'account.get-me', input: {}, success: 200 },
    { key: 'account.update-me', input: { body: { full_name: 'Changed Name' } }, success: 200 },
    { key: 'catalog.list-content', input: { query: { limit: '5' } }, success: 200 },
    { key: 'catalog.get-content', input: { params: { id: contents.seen.id } }, success: 200 },
    { key: 'catalog.get-content', variant: 'a draft', input: { params: { id: draft.id } }, success: 200, otherwise: staffOnly },
    { key: 'catalog.list-categories', input: {}, success: 200 },
    { key: 'catalog.create-category', input: { body: { name: 'Matrix' } }, success: 201 },
    { key: 'catalog.list-creators', input: {}, success: 200 },
    { key: 'content.create-content', input: { body: { title: 'Made', s3Key: uploads.claimed.key, category_id: category } }, success: 201 },
    { key: 'content.list-all-content', input: { query: { status: 'draft' } }, success: 200 },
    { key: 'content.update-content', input: { params: { id: contents.edited.id }, body: { revision: 1, title: 'Edited' } }, success: 200 },
    { key: 'content.delete-content', input: { params: { id: contents.deleted.id } }, success: 204 },
    { key: 'transcoding.aws-conversion-v3', input: { body: { contentId: contents.restarted.id } }, success: 200 },
    { key: 'transcoding.aws-conversion-v3', variant: 'restart', input: { body: { contentId: contents.restarted.id, restart: true } }, success: 200 },
    { key: 'docs.get-openapi', input: {}, success: 200 },
    { key: 'history.list-history', input: {}, success: 200 },
    { key: 'history.record-history', input: { body: { content_id: contents.watched.id } }, success: 200 },
    { key: 'history.record-history', variant: 'a draft', input: { body: { content_id: draft.id } }, success: 200, otherwise: staffOnly },
    { key: 'live.create-ticket', input: {}, success: 201 },
    { key: 'playback.get-media-url', input: { body: { contentId: contents.played.id } }, success: 200 },
    { key: 'playback.get-media-url', variant: 'a draft', input: { body: { contentId: draft.id } }, success: 200, otherwise: staffOnly },
    {
      // Nobody has such a play; staff never count.
      key: 'playback.count-view', input: { params: { id: contents.played.id }, body: { play_id: `ply_${ulid()}` } }, success: 200, otherwise: staffOnly,
    },
    { key, variant: 'one PUT', input: { body: file }, success: 200 },
    { key, variant: 'create', input: { body: { action: 'create', ...file } }, success: 200 },
    { key, variant: 'sign', input: { body: { action: 'sign', s3Key: uploads.signed.key, partNumbers: [1] } }, success: 200 },
    { key, variant: 'complete', input: { body: { action: 'complete', s3Key: uploads.completed.key } }, success: 200 },
    { key, variant: 'abort', input: { body: { action: 'abort', s3Key: uploads.aborted.key } }, success: 200 },
    { key: 'uploads.get-source', input: { params: { id: contents.sourced.id } }, success: 302 },
  ];
  const all = Object.values(contents).map((content) => ({ ...content, source_key: `uploads/${content.id}/${ulid()}` }));
  return { rows, stored: [...all, draft].map(contentItem).concat([...all.map(claimedUpload), ...Object.values(uploads)].map((upload) => uploadEntity.toItem(upload))) };
};
