import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ContentId, line } from '../shared.ts';

/** Most bytes of a caption file in UTF-8, longest name of one, most of them on a content. */
export const MAX_CAPTION_BYTES = 1_048_576;
export const MAX_CAPTION_LABEL = 60;
export const MAX_CAPTION_TRACKS = 20;

/**
 * A language tag (BCP 47) in its canonical spelling: language, and script and region where they matter. `en`, `pt-BR`,
 * `zh-Hant`.
 */
export const LanguageTag = z
  .string()
  .check(z.regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/, 'Not a language tag such as en or pt-BR'));

/** Captions of a content in one language. */
export const CaptionTrack = z.object({
  language: LanguageTag,
  /** What people choose it by. */
  label: z.string(),
  /** Same-origin path of the WebVTT. It needs the cookies of playing. */
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
    summary: 'Attaches a WebVTT file to a content; one in the same language is replaced.',
    params: track,
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
    summary: 'Takes the captions in a language from a content. Asked again it changes nothing.',
    params: track,
    responses: { 200: Captions },
    errors: ['content_not_found', 'version_conflict'],
  }),
};
