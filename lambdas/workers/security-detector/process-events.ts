import { liveTopics } from '../../contract/live/live-topics.ts';
import { securityEventEntity } from '../../data/admin/security-event-repository.ts';
import { requestSending } from '../../domain/live/request-sending.ts';
import { rulesFor } from '../../domain/security/detect.ts';
import type { SecurityEvent } from '../../domain/security/event.ts';
import type { TableChange } from '../../platform/messages/stream.ts';
import { detectEvents, type EventGroup } from './detect-events.ts';
import type { DetectorDeps } from './deps.ts';

/** An event that was stored, with the change that reported it. */
interface Reported {
  readonly event: SecurityEvent;
  readonly cause: TableChange;
}

/** The events of a batch by rule and subject. */
const groupsOf = (
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

/**
 * Adds stored events to the alerts of all rules that count them, and notifies the screens of administrators. Returns
 * the changes that failed, to repeat. Events that were added before are recognized.
 */
export const processEvents = async (
  deps: DetectorDeps,
  changes: readonly TableChange[],
): Promise<ReadonlySet<TableChange>> => {
  const failed = new Set<TableChange>();
  const fail = (causes: readonly TableChange[], error: unknown): void => {
    for (const cause of causes) failed.add(cause);
    deps.logger.error('Security events were not processed', { count: causes.length }, error);
  };
  const reported = changes.flatMap((cause) => {
    const event = cause.before || !cause.after ? undefined : securityEventEntity.tryParse(cause.after);
    return event ? [{ event, cause }] : [];
  });
  const [first] = reported;
  if (!first) return failed;
  await Promise.all([
    ...groupsOf(reported).map((group) =>
      detectEvents(deps, group).catch((error: unknown) => fail(group.causes, error)),
    ),
    requestSending(deps, liveTopics.security, first.cause.id).catch((error: unknown) => fail([first.cause], error)),
  ]);
  return failed;
};
