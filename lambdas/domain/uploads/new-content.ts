import type { ContentInput } from '../../contract/content/content.ts';
import { extensionOf } from '../../contract/media/media-formats.ts';
import type { Content } from '../content/content.ts';
import type { Upload } from './upload.ts';

/** Parts of a new content item that do not come from the form. */
export interface NewContentParts {
  readonly upload: Upload;
  readonly creator: { readonly id: string; readonly name: string };
  readonly category: { readonly id: string; readonly name: string } | null;
  /** ISO 8601. */
  readonly now: string;
}

/** Whether the upload is converted and playable. */
const isReady = ({ conversion_status: status, media_version: version }: Upload): boolean =>
  status === 'completed' && Boolean(version);

/**
 * Creates the content item of an upload, with the results of ingest and conversion so far. 'Upload & Publish' publishes
 * a playable item at once. Otherwise the item is pending, and the end of its conversion publishes it.
 */
export const newContent = (input: ContentInput, { upload, creator, category, now }: NewContentParts): Content => {
  const publish = input.status === 'published';
  const published = publish && isReady(upload);
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
    source_version_id: upload.source_version_id ?? null,
    batch_upload: input.batchUpload,
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
 * The changes that publish an item when its conversion succeeds; undefined when no one asked to publish it.
 */
export const publishedWhenReady = (content: Content, now: string): Partial<Content> | undefined =>
  content.publish_when_ready === true
    ? {
        status: 'published',
        published_at: now,
        updated_at: now,
        publish_when_ready: undefined,
        revision: content.revision + 1,
      }
    : undefined;
