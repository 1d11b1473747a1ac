import * as z from 'zod/mini';
import { captionEndpoints } from './captions.ts';
import { Chapters } from './chapters.ts';
import { ContentStatus, ContentType, ContentView, ConversionStatus } from './content-shapes.ts';
import { titleHoldEndpoints } from './title-holds.ts';
import { endpoint, MAX_BODY_BYTES, STEP_UP } from '../endpoint.ts';
import { MAX_SCRIPT_BODY_BYTES } from './analysis-limits.ts';
import { ScriptInput } from './transcript-editing.ts';
import { CategoryId, ContentId, CreatorId, Timestamp, line, pageOf, pageQuery, paragraph } from '../shared.ts';

const id = z.strictObject({ id: ContentId });

const tags = z.array(line(50, 1)).check(z.maxLength(30));

const editableFields = {
  title: line(200, 1),
  artist: z._default(line(200), ''),
  contentType: z._default(ContentType, 'music'),
  category_id: z._default(z.nullable(CategoryId), null),
  description: z._default(paragraph(5000), ''),
  tags: z._default(tags, []),
  status: z._default(ContentStatus, 'draft'),
};

const newFields = {
  ...editableFields,
  /** Whether the file is uploaded together with others. */
  batchUpload: z._default(z.boolean(), false),
  /**
   * Whether the speech of music is transcribed, even if the settings leave out music.
   * @default by the settings; the speech of videos is always transcribed
   */
  transcribe: z.optional(z.boolean()),
};

/** Metadata of a content item before its file is stored. */
export const ContentDraft = z.strictObject(newFields);
export type ContentDraft = z.infer<typeof ContentDraft>;

/** A new content item. */
export const ContentInput = z.strictObject({
  ...newFields,
  /** Key from `s3-upload-url`. The content item gets the id that was assigned together with it. */
  s3Key: z.string().check(z.minLength(1), z.maxLength(200)),
  /**
   * What is said or sung. It is aligned to the sound once the file is converted, instead of recognizing the speech, and
   * becomes timed captions. Free of charge.
   */
  script: z.optional(ScriptInput),
});
export type ContentInput = z.infer<typeof ContentInput>;

/** An edit. Omitted fields stay unchanged. */
export const ContentPatch = z.strictObject({
  /** The `revision` that was edited. Fails with `version_conflict` when there is a newer one. */
  revision: z.number().check(z.int(), z.minimum(1)),
  title: z.optional(line(200, 1)),
  artist: z.optional(line(200)),
  contentType: z.optional(ContentType),
  category_id: z.optional(z.nullable(CategoryId)),
  description: z.optional(paragraph(5000)),
  tags: z.optional(tags),
  /** Within the item's duration. An empty list removes all chapters. */
  chapters: z.optional(Chapters),
  status: z.optional(ContentStatus),
  is_premium: z.optional(z.boolean()),
  is_publicly_accessible: z.optional(z.boolean()),
  /** The new creator. The storage used by the file counts toward the new creator's quota. */
  creator_id: z.optional(CreatorId),
  /** Scheduled publication; null cancels it. Not allowed for published items. */
  publish_at: z.optional(z.nullable(Timestamp)),
  /** Scheduled unpublication, later than `publish_at`; null cancels it. */
  unpublish_at: z.optional(z.nullable(Timestamp)),
  /**
   * Why staff publish an item that was not fully analyzed. Required for that while content moderation is on
   * (`reason_required`), and recorded as their decision.
   */
  reason: z.optional(line(500, 1)),
});
export type ContentPatch = z.infer<typeof ContentPatch>;

/** Sort orders of the administrators' list. There is none by views, because every view would update its index. */
export const ContentOrder = z.enum(['newest', 'oldest', 'title', 'title-desc']);
export type ContentOrder = z.infer<typeof ContentOrder>;

export const contentEndpoints = {
  'content.create-content': endpoint({
    method: 'POST',
    path: '/api/content',
    auth: 'admin',
    summary: 'Creates the content item of an upload, with its script. Repeating the call returns the same item.',
    maxBodyBytes: MAX_BODY_BYTES + MAX_SCRIPT_BODY_BYTES,
    body: ContentInput,
    responses: { 201: ContentView },
    errors: ['upload_not_found', 'category_not_found', 'creator_not_found', 'upload_incomplete', 'unsupported_format'],
  }),
  'content.list-all-content': endpoint({
    method: 'GET',
    path: '/api/admin/content',
    auth: 'moderator',
    summary: 'Lists content in every state, filtered and sorted. Moderators can list only pending items.',
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
      'Updates, publishes or unpublishes an item. Moderators can only publish pending items or return them to draft.',
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
      'review_required',
      'reason_required',
      'forbidden',
    ],
  }),
  'content.decide-waiting-file': endpoint({
    method: 'POST',
    path: '/api/content/{id}/waiting-file',
    auth: 'moderator',
    summary: 'Accepts a replacement that waits for review, so that it becomes the file of the item, or removes it.',
    params: id,
    body: z.strictObject({
      /** The `version` of the waiting file that was reviewed. */
      version: line(80, 1),
      outcome: z.enum(['accepted', 'rejected']),
      reason: line(500, 1),
    }),
    responses: { 200: ContentView },
    errors: ['content_not_found', 'version_conflict', 'invalid_state', 'review_required'],
  }),
  'content.delete-content': endpoint({
    method: 'DELETE',
    path: '/api/content/{id}',
    auth: 'admin',
    ...STEP_UP,
    summary:
      'Deletes a content item with its source, renditions, posters and index entries. Fails with `invalid_state` ' +
      'during a legal hold.',
    params: id,
    responses: { 204: null },
    errors: ['content_not_found', 'invalid_state'],
  }),
  ...captionEndpoints,
  ...titleHoldEndpoints,
};
