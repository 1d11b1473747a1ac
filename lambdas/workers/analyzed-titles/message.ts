import { messageOf } from '../../events/app-events.ts';

const ContentChanged = messageOf('ContentChanged.v1');

/** The content item whose analysis changed. @throws ZodError for another event */
export const parseMessage = (body: unknown): string => ContentChanged.parse(body).detail.contentId;
