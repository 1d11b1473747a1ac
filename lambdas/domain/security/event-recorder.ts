import { securityEvents, type RateCounters } from '../limits/rate-limit.ts';
import { newSecurityEvent, subjectIn, type EventTraces, type NewSecurityEvent } from './event.ts';
import { eventId } from './event-id.ts';

/** Subjects over the limit that an instance remembers. Beyond it forgets all, which costs a write for each. */
const MAX_REMEMBERED = 10_000;

/** Records security events, few enough about one subject. */
export interface EventRecorder {
  /**
   * Records an event, once for each id, with what its user consented to. Over the limit of its subject it records one
   * event about that and nothing else. `now` in milliseconds.
   */
  record(event: NewSecurityEvent, traces: EventTraces, now: number): Promise<void>;
}

/** The event about a subject with so many that the rest of a window is not recorded. `at`: the start of the window. */
const limitedEvent = ({ subject }: NewSecurityEvent, at: number): NewSecurityEvent =>
  newSecurityEvent({
    kind: 'events_limited',
    subject: subjectIn(subject),
    id: eventId(at, `events_limited ${subject}`),
    at,
    metadata: { limit: securityEvents.limit, window_seconds: securityEvents.windowMs / 1000 },
  });

/**
 * Records security events with a limit for each subject (`securityEvents`), so that no one can fill the log. The
 * counters are common to all function instances; an instance that found a subject over the limit writes nothing more
 * about it until the window ends.
 */
export const createEventRecorder = ({
  events,
  counters,
}: {
  readonly events: { put(event: NewSecurityEvent, traces?: EventTraces): Promise<void> };
  readonly counters: RateCounters;
}): EventRecorder => {
  /** The ends of the windows of subjects over the limit, in milliseconds. */
  const limitedUntil = new Map<string, number>();

  return {
    async record(event, traces, now) {
      if ((limitedUntil.get(event.subject) ?? 0) > now) return;
      limitedUntil.delete(event.subject);
      // Counters of users are kept by their ids, so that an erasure finds them.
      const waitMs = await counters.take(securityEvents, event.user_id ?? event.subject, now);
      if (waitMs === undefined) {
        await events.put(event, traces);
        return;
      }
      const windowEnd = now + waitMs;
      await events.put(limitedEvent(event, windowEnd - securityEvents.windowMs));
      if (limitedUntil.size >= MAX_REMEMBERED) limitedUntil.clear();
      limitedUntil.set(event.subject, windowEnd);
    },
  };
};
