import type {
  ContentCard,
  ContentSafety,
  ContentView,
  Removal,
  WaitingFile,
} from '../../contract/content/content-shapes.ts';
import { needsConversion } from '../../contract/media/media-formats.ts';
import { storyboardKey } from '../media/layout.ts';
import { captionTracks } from '../captions/captions.ts';
import { currentSafety, decisionOn } from '../safety/gate.ts';
import { cdnUrl, manifestUrl } from './cdn.ts';
import { chaptersWithin } from './chapters.ts';
import type { Content, ContentCardFields } from './content.ts';

/** A content item as lists return it. */
export const toCard = (content: ContentCardFields): ContentCard => ({
  id: content.id,
  title: content.title,
  duration: content.duration,
  view_count: content.view_count,
  thumbnail_url: content.thumbnail_url,
  is_premium: content.is_premium,
  is_publicly_accessible: content.is_publicly_accessible,
  created_at: content.created_at,
  creator_id: content.creator_id,
  creators: { name: content.creator_name },
  category_id: content.category_id,
  categories: content.category_name === null ? null : { name: content.category_name },
  metadata: { contentType: content.content_type, artist: content.artist },
});

/**
 * Same-origin path of the storyboard's WebVTT file. The file and its sheets require media cookies; they are in the
 * folder that every viewer can read.
 */
export const storyboardUrl = ({
  id,
  media_version: version,
  has_storyboard: has,
}: Pick<Content, 'id' | 'media_version' | 'has_storyboard'>): string | null =>
  version === null || has !== true ? null : `/${storyboardKey(id, version)}`;

const removalOf = ({ deleted_at: deleted, removal }: Content): Removal | null =>
  deleted === undefined
    ? null
    : {
        requested_at: deleted,
        tries: removal?.tries ?? 0,
        left: [...(removal?.left ?? [])],
        failed_at: removal?.failed_at ?? null,
      };

const safetyOf = (content: Content): ContentSafety => {
  const safety = currentSafety(content);
  return { verdict: safety.verdict, decision: decisionOn(safety) ?? null };
};

const waitingFileOf = ({ waiting_file: file }: Content): WaitingFile | null =>
  file === undefined
    ? null
    : {
        version: file.media_version,
        file_name: file.original_file_name,
        file_size: file.file_size,
        duration: file.duration,
        has_video: file.has_video,
        since: file.since,
      };

/** Where AWS keeps the files of content items. */
export interface StorageLocation {
  /** Bucket of uploaded files, and its AWS Region. */
  readonly bucket: string;
  readonly region: string;
  /** CloudFront distribution that delivers renditions. */
  readonly distributionId: string;
}

/** What a caller sees of an item in addition to what listeners see. */
export interface ViewRights {
  /** The caller works on the item: state of its processing, schedule, removal. */
  readonly review?: boolean;
  /** The caller can download the source. */
  readonly source?: boolean;
  /** The location of the item's files, for administrators. */
  readonly storage?: StorageLocation;
}

/** What the steps of the delivery recorded. The fallback's fields are those of the current renditions only. */
const deliveryMetadata = ({ cdn, media_version: version }: Content): Partial<ContentView['metadata']> => ({
  ...(cdn?.check ? { cdn_check: cdn.check } : {}),
  ...(cdn?.fallback && cdn.fallback.media_version === version
    ? {
        conversion_audit: cdn.fallback.conversion_audit,
        cdn_fallback_applied: true,
        original_permanent_url: cdn.fallback.original_permanent_url,
        original_cdn_url: cdn.fallback.original_cdn_url,
        fallback_applied_at: cdn.fallback.applied_at,
      }
    : {}),
});

const sourceMetadata = (content: Content, { review, source, storage }: ViewRights): ContentView['metadata'] => ({
  contentType: content.content_type,
  artist: content.artist,
  ...(review || source
    ? {
        originalFileName: content.original_file_name,
        fileSize: content.file_size,
        batchUpload: content.batch_upload === true,
        needsConversion: needsConversion(content.original_file_name),
      }
    : {}),
  ...(source ? { s3Key: content.source_key, storageProvider: 'aws-s3' as const } : {}),
  ...(storage ? { s3Bucket: storage.bucket, s3Region: storage.region, ...deliveryMetadata(content) } : {}),
});

/** A content item in full, as far as the caller may see it. */
export const toView = (content: Content, rights: ViewRights = {}): ContentView => {
  const cdn = cdnUrl(content);
  const staff = rights.review === true;
  return {
    ...toCard(content),
    description: content.description,
    status: content.status,
    tags: [...content.tags],
    poster_url: content.poster_url,
    video_url: rights.source && content.source_version_id !== null ? `/api/content/${content.id}/source` : null,
    converted_video_url: manifestUrl(content),
    cdn_video_url: cdn,
    permanent_video_url: cdn,
    cdn_distribution_id: cdn === null ? null : (rights.storage?.distributionId ?? null),
    storyboard_url: storyboardUrl(content),
    chapters: chaptersWithin(content.chapters, content.duration),
    captions: captionTracks(content.id, content.captions),
    has_transcript: content.has_transcript === true,
    original_format: content.original_format,
    converted_format: 'hls',
    conversion_status: content.conversion_status,
    conversion_error: staff ? content.conversion_error : null,
    conversion_progress: content.conversion_progress,
    conversion_started_at: content.conversion_started_at,
    conversion_deadline_at: content.conversion_deadline_at,
    publish_at: (staff ? content.publish_at : undefined) ?? null,
    unpublish_at: (staff ? content.unpublish_at : undefined) ?? null,
    publish_when_ready: staff && content.publish_when_ready === true,
    removal: staff ? removalOf(content) : null,
    safety: staff ? safetyOf(content) : null,
    waiting_file: staff ? waitingFileOf(content) : null,
    held_since: (staff ? content.held_since : undefined) ?? null,
    updated_at: content.updated_at,
    published_at: content.published_at,
    revision: content.revision,
    metadata: sourceMetadata(content, rights),
  };
};
