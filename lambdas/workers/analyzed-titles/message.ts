import * as z from 'zod/mini';
import { EVENT_SOURCE, appEvents } from '../../events/app-events.ts';

const ContentChanged = z.object({
  source: z.literal(EVENT_SOURCE),
  'detail-type': z.literal('ContentChanged.v1'),
  detail: appEvents['ContentChanged.v1'],
});

/** The content item whose analysis changed. @throws ZodError for another event */
export const parseMessage = (body: unknown): string => ContentChanged.parse(body).detail.contentId;
