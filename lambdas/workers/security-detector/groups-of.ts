import { rulesFor } from '../../domain/security/detect.ts';
import type { SecurityEvent } from '../../domain/security/event.ts';
import type { TableChange } from '../../platform/messages/stream.ts';
import type { EventGroup } from './detect-events.ts';

/** An event that was stored, with the change that reported it. */
interface Reported {
  readonly event: SecurityEvent;
  readonly cause: TableChange;
}

/** The events of a batch by rule and subject. */
export const groupsOf = (
  reported: readonly Reported[],
): readonly (EventGroup & { readonly causes: readonly TableChange[] })[] => {
  const pairs = reported.flatMap((one) => rulesFor(one.event).map((rule) => ({ rule, ...one })));
  const groups = Map.groupBy(pairs, ({ rule, event }) => `${rule} ${event.subject}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { rule, event } = first;
    return {
      rule,
      subject: event.subject,
      userId: event.user_id ?? null,
      events: group.map(({ event: { id, created_at: at, risk_score: risk } }) => ({ id, at: Date.parse(at), risk })),
      causes: group.map(({ cause }) => cause),
    };
  });
};
