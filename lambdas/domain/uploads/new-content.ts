import type { ContentInput } from '../../contract/content/content.ts';
import { extensionOf } from '../../contract/media/media-formats.ts';
import type { Content } from '../content/content.ts';
import { gateOf, type GateSettings, type SafetySummary } from '../safety/gate.ts';
import { isMilder } from '../safety/verdict.ts';
import type { Upload } from './upload.ts';

/** Parts of a new content item that do not come from the form. */
export interface NewContentParts {
  readonly upload: Upload;
  readonly creator: { readonly id: string; readonly name: string };
  readonly category: { readonly id: string; readonly name: string } | null;
  /** The verdict about the upload's file, if it was analyzed before the item was created. */
  readonly safety: SafetySummary | undefined;
  readonly settings: GateSettings;
  /** ISO 8601. */
  readonly now: string;
}

/** Whether the upload is converted and playable. */
const isReady = ({ conversion_status: status, media_version: version }: Upload): boolean =>
  status === 'completed' && Boolean(version);

/**
 * Creates the content item of an upload, with the results of ingest, conversion and analysis so far. 'Upload & Publish'
 * publishes a playable item at once if the gate is open. Otherwise the item is pending, and the end of its conversion,
 * its verdict or a decision publishes it.
 */
export const newContent = (
  input: ContentInput,
  { upload, creator, category, safety, settings, now }: NewContentParts,
): Content => {
  const publish = input.status === 'published';
  const source_version_id = upload.source_version_id ?? null;
  const published = publish && isReady(upload) && gateOf({ safety, source_version_id }, settings) === 'open';
  return {
    id: upload.content_id,
    title: input.title,
    description: input.description,
    status: publish && !published ? 'pending' : input.status,
    ...(publish && !published ? { publish_when_ready: true } : {}),
    tags: input.tags,
    content_type: input.contentType,
    artist: input.artist,
    creator_id: creator.id,
    creator_name: creator.name,
    category_id: category?.id ?? null,
    category_name: category?.name ?? null,
    duration: upload.duration ?? null,
    view_count: 0,
    thumbnail_url: null,
    poster_url: null,
    is_premium: false,
    is_publicly_accessible: true,
    created_at: now,
    updated_at: now,
    published_at: published ? now : null,
    revision: 1,
    original_format: extensionOf(upload.file_name),
    original_file_name: upload.file_name,
    file_size: upload.file_size,
    source_key: upload.key,
    source_version_id,
    ...(safety ? { safety } : {}),
    batch_upload: input.batchUpload,
    ...(input.transcribe === true ? { transcribe: true } : {}),
    media_version: upload.media_version ?? null,
    top_tier: upload.top_tier ?? null,
    has_video: upload.has_video ?? false,
    has_storyboard: upload.has_storyboard ?? false,
    first_files: upload.first_files,
    conversion_status: upload.conversion_status ?? 'pending',
    conversion_error: upload.conversion_error ?? null,
    conversion_progress: upload.conversion_progress ?? 0,
    conversion_started_at: upload.conversion_started_at ?? null,
    conversion_deadline_at: upload.conversion_deadline_at ?? null,
    current_attempt: upload.current_attempt ?? null,
    encoding_price_usd: upload.encoding_price_usd ?? null,
    public_stills_versions: [],
  };
};

/**
 * The changes that publish an item which waits for its conversion, its verdict or a decision; undefined when no one
 * asked to publish it, or the gate is closed.
 */
export const publishedWhenReady = (
  content: Content,
  settings: GateSettings,
  now: string,
): Partial<Content> | undefined =>
  content.publish_when_ready === true && gateOf(content, settings) === 'open'
    ? {
        status: 'published',
        published_at: now,
        updated_at: now,
        publish_when_ready: undefined,
        revision: content.revision + 1,
      }
    : undefined;

/** The changes that unpublish an item until its gate opens, which publishes it again. */
const waitingAgain = ({ revision }: Content, now: string): Partial<Content> => ({
  status: 'pending',
  publish_when_ready: true,
  published_at: null,
  thumbnail_url: null,
  poster_url: null,
  updated_at: now,
  revision: revision + 1,
});

/**
 * The changes to a published item when the analysis of its file finds something that needs a review: it waits for a
 * decision, whether it was published before its first verdict or long ago. An approval while nothing had been found
 * does not keep it public, because no one has seen the findings. Undefined when there is nothing to change, and when
 * staff have decided about findings in this file: they know it, and the list of reviews shows what is new.
 */
export const heldForReview = (content: Content, safety: SafetySummary, now: string): Partial<Content> | undefined => {
  const isFound = safety.verdict === 'review' || safety.verdict === 'blocked';
  const isCurrent = safety.version_id === content.source_version_id;
  const { decision } = safety;
  const isUnseen = decision === undefined || isMilder(decision.verdict, 'review');
  return content.status === 'published' && isCurrent && isFound && isUnseen ? waitingAgain(content, now) : undefined;
};

/**
 * The changes to an item when the conversion of a version of its file succeeds: an item that waited for it is
 * published.
 */
export const afterConversion = (
  content: Content,
  versionId: string,
  settings: GateSettings,
  now: string,
): Partial<Content> | undefined => publishedWhenReady({ ...content, source_version_id: versionId }, settings, now);

/**
 * Whether a converted file has to wait until staff accept it: it would replace the file of a published item, and the
 * gate is closed for it, or a legal hold keeps the item's file. Until then, listeners get the current file. A file that
 * is converted again does not wait.
 */
export const mustWait = (content: Content, versionId: string, settings: GateSettings): boolean =>
  content.source_version_id !== versionId &&
  (content.held_since !== undefined ||
    (content.status === 'published' && gateOf({ ...content, source_version_id: versionId }, settings) !== 'open'));
