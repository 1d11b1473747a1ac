import * as z from 'zod/mini';
import { EVENT_SOURCE, messageOf } from '../../events/app-events.ts';
import { parseUploadKey } from '../../domain/uploads/upload.ts';

const ObjectCreated = z.object({
  source: z.literal('aws.s3'),
  'detail-type': z.literal('Object Created'),
  detail: z.object({
    object: z.object({
      key: z.string(),
      'version-id': z._default(z.string(), 'null'),
    }),
  }),
});

const ConversionRequested = messageOf('ConversionRequested.v1');

const Event = z.union([ObjectCreated, ConversionRequested]);

/** A version of a source arrived, or an attempt was requested. */
export type IngestMessage =
  | {
      readonly kind: 'arrived';
      readonly contentId: string;
      readonly key: string;
      readonly versionId: string;
    }
  | { readonly kind: 'requested'; readonly contentId: string; readonly versionId: string; readonly attempt: number };

/** Parses an event. Undefined for a key that is not one of ours. @throws ZodError for any other event */
export const parseMessage = (body: unknown): IngestMessage | undefined => {
  const event = Event.parse(body);
  if (event.source === EVENT_SOURCE) return { kind: 'requested', ...event.detail };
  const { key, 'version-id': versionId } = event.detail.object;
  const ids = parseUploadKey(key);
  return ids && { kind: 'arrived', contentId: ids.contentId, key, versionId };
};
