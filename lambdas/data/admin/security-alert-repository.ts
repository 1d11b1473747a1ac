import type { AlertLabel, AlertState } from '../../contract/admin/security-alerts.ts';
import { ALERT_RULE_NAMES, ALERTS_SHOWN, type AlertRuleName } from '../../contract/admin/security-rules.ts';
import { AppError } from '../../domain/app-error.ts';
import type { ActBy, AuditAct } from '../../domain/audit/act.ts';
import type { Logger } from '../../domain/logger.ts';
import { conflict, optimistic, RETRY } from '../../domain/optimistic.ts';
import type { StoredAlert } from '../../domain/security/alert.ts';
import type { LabelCounts } from '../../domain/security/overview.ts';
import { conditionHolds } from '../table/errors.ts';
import { atVersion, type Change, type Expression } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { auditWrite } from './audit-entity.ts';
import { ALERT_LABELS, alertLabelsEntity, alertsIn, securityAlertEntity } from './security-alert-entity.ts';

/** Who acts on an alert, and when (ISO 8601). */
export interface AlertAct {
  readonly by: ActBy;
  readonly at: string;
}

/** Condition: the counts of a rule, or nothing yet. */
const isLabels: Expression = {
  expression: 'attribute_not_exists(#pk) OR #type = :type',
  names: { '#pk': 'pk', '#type': 'type' },
  values: { ':type': alertLabelsEntity.type },
};

export type SecurityAlertRepository = ReturnType<typeof createSecurityAlertRepository>;

/** Security alerts. Numbers refer to access-patterns.md. */
export const createSecurityAlertRepository = (table: Table, logger: Logger) => {
  const get = async (id: string): Promise<StoredAlert | undefined> => {
    const item = await table.get(securityAlertEntity.key({ id }), { consistent: true });
    return item && securityAlertEntity.parse(item);
  };

  /**
   * Changes an alert with further writes, once for the version that `decide` saw; again when the detector or a person
   * came first. `decide` returns undefined for an alert that is to stay as it is. Throws `alert_not_found`.
   */
  const change = (
    id: string,
    decide: (alert: StoredAlert) => { readonly after: StoredAlert; readonly writes: readonly Write[] } | undefined,
  ): Promise<StoredAlert> =>
    optimistic<StoredAlert>(
      async () => {
        const alert = await get(id);
        if (!alert) throw new AppError('alert_not_found');
        const decision = decide(alert);
        if (!decision) return alert;
        const after = { ...decision.after, version: alert.version + 1 };
        const { state, acknowledged, label, version } = after;
        const set: Change['set'] = {
          state,
          acknowledged,
          label,
          version,
          ...securityAlertEntity.indexAttributes(after),
        };
        const write = table.write.update(securityAlertEntity.key({ id }), { set }, atVersion(alert.version));
        return (await conditionHolds(table.transact([write, ...decision.writes]), 0)) ? after : RETRY;
      },
      { exhausted: conflict },
    );

  const audit = ({ by, at }: AlertAct, act: Pick<AuditAct, 'action' | 'targetId' | 'before' | 'after' | 'reason'>) =>
    auditWrite(table, { ...by, ...act }, at);

  return {
    /** AL1. One alert, strongly consistent; undefined for an unknown or expired one. */
    get,

    /** AL4. The newest alerts in a state, newest first. */
    async list(state: AlertState): Promise<readonly StoredAlert[]> {
      const { items } = await table.query({ index: 'gsi1', partition: alertsIn(state), limit: ALERTS_SHOWN });
      return parseList(securityAlertEntity, items, (bad) =>
        logger.error('Corrupt items left out of a list', { list: 'security-alerts', count: bad }),
      );
    },

    /** AL5. Acknowledges an alert. Throws `alert_not_found`, and `invalid_state` when it is acknowledged already. */
    acknowledge: (id: string, reason: string, act: AlertAct): Promise<StoredAlert> =>
      change(id, (alert) => {
        if (alert.state === 'acknowledged') throw new AppError('invalid_state', 'This alert was acknowledged already.');
        const after: StoredAlert = {
          ...alert,
          state: 'acknowledged',
          acknowledged: { by: act.by.actor.userId, at: act.at, reason },
        };
        const [from, to] = [{ state: alert.state }, { state: after.state }];
        const entry = audit(act, { action: 'alert.acknowledged', targetId: id, before: from, after: to, reason });
        return { after, writes: [entry] };
      }),

    /**
     * AL6. Labels an alert and counts the label for its rule; an earlier label is no longer counted. The same label
     * again changes nothing. Throws `alert_not_found`.
     */
    label: (id: string, value: AlertLabel, act: AlertAct): Promise<StoredAlert> =>
      change(id, (alert) => {
        const previous = alert.label?.value;
        if (previous === value) return undefined;
        const after: StoredAlert = { ...alert, label: { value, by: act.by.actor.userId, at: act.at } };
        const counts = table.write.update(
          alertLabelsEntity.key({ rule: alert.alert_type }),
          {
            set: { ...alertLabelsEntity.stamp, rule: alert.alert_type },
            add: { [value]: 1, ...(previous === undefined ? {} : { [previous]: -1 }) },
          },
          isLabels,
        );
        const [from, to] = [{ label: previous ?? null }, { label: value }];
        const entry = audit(act, { action: 'alert.labeled', targetId: id, before: from, after: to });
        return { after, writes: [counts, entry] };
      }),

    /** AL7. How often the alerts of each rule have each label. */
    async labels(): Promise<ReadonlyMap<AlertRuleName, LabelCounts>> {
      const { items } = await table.query({ partition: ALERT_LABELS, limit: ALERT_RULE_NAMES.length });
      return new Map(
        items.map((item) => {
          const { rule, ...counts } = alertLabelsEntity.parse(item);
          const { true_positive = 0, benign = 0, false_positive = 0, undetermined = 0 } = counts;
          return [rule, { true_positive, benign, false_positive, undetermined }];
        }),
      );
    },
  };
};
