import * as z from 'zod/mini';
import { EVENT_SOURCE, messageOf, type AppEvent } from '../../events/app-events.ts';

const LegalHoldChanged = messageOf('LegalHoldChanged.v1');

const AppEventOfAnyType = z.object({ source: z.literal(EVENT_SOURCE) });

/** Parses the event: a legal hold that changed, or undefined for the schedule. Throws when a hold's is invalid. */
export const parseEvent = (event: unknown): AppEvent<'LegalHoldChanged.v1'> | undefined =>
  AppEventOfAnyType.safeParse(event).success ? LegalHoldChanged.parse(event).detail : undefined;
