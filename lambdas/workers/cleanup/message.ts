import * as z from 'zod/mini';
import { EVENT_SOURCE, messageOf } from '../../events/app-events.ts';

const Message = z.discriminatedUnion('detail-type', [
  messageOf('LegalHoldChanged.v1'),
  messageOf('ConsentWithdrawn.v1'),
]);
/** The events that the worker receives. */
export type CleanupMessage = z.infer<typeof Message>;

const AppEventOfAnyType = z.object({ source: z.literal(EVENT_SOURCE) });

/** Parses the event: one of ours, or undefined for the schedule. Throws when one of ours is invalid. */
export const parseEvent = (event: unknown): CleanupMessage | undefined =>
  AppEventOfAnyType.safeParse(event).success ? Message.parse(event) : undefined;
