import * as z from 'zod/mini';
import { EVENT_SOURCE, messageOf, type AppEvent } from '../../events/app-events.ts';

const DataRequested = messageOf('DataRequested.v1');

const AppEventOfAnyType = z.object({ source: z.literal(EVENT_SOURCE) });

/** Parses the event: a new request, or undefined for the schedule. Throws when a request is invalid. */
export const parseEvent = (event: unknown): AppEvent<'DataRequested.v1'> | undefined =>
  AppEventOfAnyType.safeParse(event).success ? DataRequested.parse(event).detail : undefined;
