import { ulid } from 'ulid';
import { contentEntity } from '../../lambdas/data/content/content-entity.ts';
import type { Content } from '../../lambdas/domain/content/content.ts';
import { ORGANIZATION_CREATOR } from '../../lambdas/domain/creators/organization.ts';

/** A published music video with every field set; tests override the fields that matter to them. */
export const someContent = (fields: Partial<Content> = {}): Content => {
  const id = fields.id ?? `cnt_${ulid()}`;
  return {
    id,
    title: 'Rabbit in the meadow',
    description: 'A short film.',
    status: 'published',
    tags: ['film'],
    content_type: 'video',
    artist: 'The Meadow Band',
    creator_id: ORGANIZATION_CREATOR.id,
    creator_name: ORGANIZATION_CREATOR.name,
    category_id: null,
    category_name: null,
    duration: 61.5,
    view_count: 0,
    thumbnail_url: `/posters/${id}/v1/thumbnail.jpg`,
    poster_url: `/posters/${id}/v1/poster.jpg`,
    is_premium: false,
    is_publicly_accessible: true,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    published_at: '2026-01-01T00:00:00.000Z',
    revision: 1,
    original_format: 'mkv',
    original_file_name: 'rabbit.mkv',
    file_size: 1_000_000,
    source_key: `uploads/${id}/u1`,
    source_version_id: 'version-1',
    media_version: 'v1',
    top_tier: '1080',
    has_video: true,
    conversion_status: 'completed',
    conversion_error: null,
    conversion_progress: 100,
    conversion_started_at: '2026-01-01T00:00:00.000Z',
    conversion_deadline_at: null,
    current_attempt: 'version-1#1',
    encoding_price_usd: 0.02,
    public_stills_versions: ['v1'],
    ...fields,
  };
};

/** A draft whose conversion is complete; nothing of it is public. */
export const someDraft = (fields: Partial<Content> = {}): Content =>
  someContent({
    status: 'draft',
    published_at: null,
    thumbnail_url: null,
    poster_url: null,
    public_stills_versions: [],
    ...fields,
  });

/** The content item as it is stored in the table. */
export const contentItem = (content: Content) => contentEntity.toItem(content);
