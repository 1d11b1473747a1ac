import { liveTopics } from '../../contract/live/live-topics.ts';
import { securityEventEntity } from '../../data/admin/security-event-repository.ts';
import { isRestored } from '../../domain/changes/restored.ts';
import { requestSending } from '../../domain/live/request-sending.ts';
import type { TableChange } from '../../platform/messages/stream.ts';
import { detectEvents } from './detect-events.ts';
import type { DetectorDeps } from './deps.ts';
import { groupsOf } from './groups-of.ts';

/**
 * Adds stored events to the alerts of all rules that count them, and notifies the screens of administrators. Returns
 * the changes that failed, to repeat. Events that were added before are recognized, and those that a restore wrote are
 * left out: their alerts are restored with them.
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
    const { before, after } = cause;
    const isNew = before === undefined && after !== undefined && !isRestored(before, after);
    const event = isNew ? securityEventEntity.tryParse(after) : undefined;
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
