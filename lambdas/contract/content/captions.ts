import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ContentId, line } from '../shared.ts';

/** Limits of captions: bytes of a file in UTF-8, characters of a label, tracks of a content item. */
export const MAX_CAPTION_BYTES = 1_048_576;
export const MAX_CAPTION_LABEL = 60;
export const MAX_CAPTION_TRACKS = 20;

/**
 * A language tag (BCP 47) in canonical form: language, with optional script and region. Examples: `en`, `pt-BR`,
 * `zh-Hant`.
 */
export const LanguageTag = z
  .string()
  .check(z.regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/, 'Must be a language tag such as en or pt-BR'));

/** Captions of a content item in one language. */
export const CaptionTrack = z.object({
  language: LanguageTag,
  /** Name shown in the player's menu. */
  label: z.string(),
  /** Same-origin path of the WebVTT file. Reading it requires the media cookies. */
  url: z.string(),
});
export type CaptionTrack = z.infer<typeof CaptionTrack>;

const Captions = z.object({ captions: z.array(CaptionTrack) });
const track = z.strictObject({ id: ContentId, language: LanguageTag });

export const captionEndpoints = {
  'content.put-captions': endpoint({
    method: 'PUT',
    path: '/api/content/{id}/captions/{language}',
    auth: 'admin',
    summary: 'Adds captions (WebVTT) to a content item, replacing those in the same language.',
    params: track,
    // In JSON, a line break takes two bytes.
    maxBodyBytes: 2 * MAX_CAPTION_BYTES,
    body: z.strictObject({
      label: line(MAX_CAPTION_LABEL, 1),
      /** The whole file. */
      text: z.string().check(z.minLength(1), z.maxLength(MAX_CAPTION_BYTES)),
    }),
    responses: { 200: Captions },
    errors: ['content_not_found', 'limit_reached', 'version_conflict'],
  }),
  'content.remove-captions': endpoint({
    method: 'DELETE',
    path: '/api/content/{id}/captions/{language}',
    auth: 'admin',
    summary: 'Removes the captions in one language from a content item. Repeating the call has no effect.',
    params: track,
    responses: { 200: Captions },
    errors: ['content_not_found', 'version_conflict'],
  }),
};
