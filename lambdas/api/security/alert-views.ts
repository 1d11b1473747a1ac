import type { SecurityAlert } from '../../contract/admin/security-alerts.ts';
import type { ProfileNames } from '../../data/people/profile-names.ts';
import type { StoredAlert } from '../../domain/security/alert.ts';

/** Alerts with the current names of the users that they name. */
export const withNames = async (
  profiles: ProfileNames,
  alerts: readonly StoredAlert[],
): Promise<readonly SecurityAlert[]> => {
  const ids = alerts.flatMap(({ user_id: userId, acknowledged, label }) => [userId, acknowledged?.by, label?.by]);
  const names = await profiles.namesOf(ids.filter((id) => typeof id === 'string'));
  const nameOf = (id: string): string | null => names.get(id) ?? null;
  return alerts.map((alert) => ({
    ...alert,
    user_name: alert.user_id === null ? null : nameOf(alert.user_id),
    acknowledged: alert.acknowledged && { ...alert.acknowledged, by_name: nameOf(alert.acknowledged.by) },
    label: alert.label && { ...alert.label, by_name: nameOf(alert.label.by) },
  }));
};

/** One alert with the current names of the users that it names. */
export const withNamesOf = async (profiles: ProfileNames, alert: StoredAlert): Promise<SecurityAlert> => {
  const [view] = await withNames(profiles, [alert]);
  if (!view) throw new Error('An alert has no view');
  return view;
};
