import * as z from 'zod/mini';
import { captionEndpoints } from './captions.ts';
import { Chapters } from './chapters.ts';
import { ContentStatus, ContentType, ContentView, ConversionStatus } from './content-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { CategoryId, ContentId, CreatorId, Moment, line, pageOf, pageQuery, paragraph } from '../shared.ts';

const id = z.strictObject({ id: ContentId });

const tags = z.array(line(50, 1)).check(z.maxLength(30));

const written = {
  title: line(200, 1),
  artist: z._default(line(200), ''),
  contentType: z._default(ContentType, 'music'),
  category_id: z._default(z.nullable(CategoryId), null),
  description: z._default(paragraph(5000), ''),
  tags: z._default(tags, []),
  status: z._default(ContentStatus, 'draft'),
};

/** What an administrator writes about a content before its file is stored. */
export const ContentDraft = z.strictObject(written);
export type ContentDraft = z.infer<typeof ContentDraft>;

/** What an administrator writes about a content. */
export const ContentInput = z.strictObject({
  ...written,
  /** Key that `s3-upload-url` allotted; the record gets the content id allotted with it. */
  s3Key: z.string().check(z.minLength(1), z.maxLength(200)),
});
export type ContentInput = z.infer<typeof ContentInput>;

/** An edit; absent fields stay. */
export const ContentPatch = z.strictObject({
  /** `revision` of the content that was edited; a newer one answers `version_conflict`. */
  revision: z.number().check(z.int(), z.minimum(1)),
  title: z.optional(line(200, 1)),
  artist: z.optional(line(200)),
  contentType: z.optional(ContentType),
  category_id: z.optional(z.nullable(CategoryId)),
  description: z.optional(paragraph(5000)),
  tags: z.optional(tags),
  /** Within the duration of the content. An empty list takes them away. */
  chapters: z.optional(Chapters),
  status: z.optional(ContentStatus),
  is_premium: z.optional(z.boolean()),
  is_publicly_accessible: z.optional(z.boolean()),
  /** Who published; the storage of the file moves along. */
  creator_id: z.optional(CreatorId),
  /** When it is published by itself; null takes the plan back. Not for what is published. */
  publish_at: z.optional(z.nullable(Moment)),
  /** When it is taken back by itself; after `publish_at`. */
  unpublish_at: z.optional(z.nullable(Moment)),
});
export type ContentPatch = z.infer<typeof ContentPatch>;

/** Orders of the administrators' list. There is none by views: an index by them would be written at every view. */
export const ContentOrder = z.enum(['newest', 'oldest', 'title', 'title-desc']);
export type ContentOrder = z.infer<typeof ContentOrder>;

export const contentEndpoints = {
  'content.create-content': endpoint({
    method: 'POST',
    path: '/api/content',
    auth: 'admin',
    summary: 'Makes the record of an upload. Asked again for the same upload it answers the same record.',
    body: ContentInput,
    responses: { 201: ContentView },
    errors: ['upload_not_found', 'category_not_found', 'creator_not_found', 'upload_incomplete', 'unsupported_format'],
  }),
  'content.list-all-content': endpoint({
    method: 'GET',
    path: '/api/admin/content',
    auth: 'moderator',
    summary:
      'Content in every state, filtered and in order; every page costs the same. Moderators ask for what is pending.',
    query: z.strictObject({
      ...pageQuery,
      status: z.optional(ContentStatus),
      content_type: z.optional(ContentType),
      conversion_status: z.optional(ConversionStatus),
      sort: z._default(ContentOrder, 'newest'),
    }),
    responses: { 200: pageOf(ContentView) },
    errors: ['invalid_cursor'],
  }),
  'content.update-content': endpoint({
    method: 'PATCH',
    path: '/api/content/{id}',
    auth: 'moderator',
    summary:
      'Edits a content; `status` publishes or unpublishes it. Moderators only publish what is pending or give it back as a draft.',
    params: id,
    body: ContentPatch,
    responses: { 200: ContentView },
    errors: [
      'content_not_found',
      'category_not_found',
      'creator_not_found',
      'quota_exceeded',
      'version_conflict',
      'invalid_state',
      'forbidden',
    ],
  }),
  'content.delete-content': endpoint({
    method: 'DELETE',
    path: '/api/content/{id}',
    auth: 'admin',
    summary: 'Removes a content with its source, renditions, posters and index entries.',
    params: id,
    responses: { 204: null },
    errors: ['content_not_found'],
  }),
  ...captionEndpoints,
};
