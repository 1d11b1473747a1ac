import type { RuleSubject } from '../../data/admin/alert-window-repository.ts';
import { optimistic } from '../../domain/optimistic.ts';
import { detect, type CountedEvent, type OpenAlert } from '../../domain/security/detect.ts';
import type { DetectorDeps } from './deps.ts';

/** Events about one subject that one rule counts. */
export interface EventGroup extends RuleSubject {
  readonly userId: string | null;
  readonly events: readonly CountedEvent[];
}

/** Adds events to what a rule remembers and to its alerts, in one transaction. Nothing is written for known events. */
export const detectEvents = async (
  { windows, logger, now, newId }: Pick<DetectorDeps, 'windows' | 'logger' | 'now' | 'newId'>,
  { rule, subject, userId, events }: EventGroup,
): Promise<void> => {
  const raised = await optimistic<ReadonlySet<string>>(async () => {
    const stored = await windows.read({ rule, subject });
    const alerts = new Map<string, OpenAlert>();
    const ids = new Set<string>();
    let { state } = stored;
    for (const event of events) {
      const next = detect(rule, state, event, newId);
      if (next.alert && next.alert !== state.alert) {
        alerts.set(next.alert.id, next.alert);
        if (next.alert.id !== state.alert?.id) ids.add(next.alert.id);
      }
      state = next;
    }
    if (state === stored.state) return ids;
    const detection = { rule, subject, userId, stored, state, alerts: [...alerts.values()], raised: ids };
    return (await windows.save(detection, now())) ?? ids;
  });
  for (const alertId of raised) logger.info('A security alert was raised', { rule, alertId });
};
