import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { SecurityAlert } from '../../../../lambdas/contract/admin/security-alerts.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { paths } from '../../core/paths.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ALERTS_KEY, alertsQuery, useSecurityChanges } from './api.ts';
import { subjectName } from './subject.ts';
import { securityCenterTexts } from './texts.ts';

const { toast: texts, rules } = securityCenterTexts;

const isUrgent = ({ severity }: SecurityAlert): boolean => severity === 'high' || severity === 'critical';

/**
 * Notifies an administrator, anywhere in the admin area, of each high or critical alert that arrives or becomes one:
 * once per alert, and not of those that were there before.
 */
export const AlertWatch = () => {
  const { show } = useToast();
  const { refetchInterval } = useSecurityChanges(ALERTS_KEY);
  const { data } = useQuery({ ...alertsQuery(useApi(), 'unacknowledged'), refetchInterval });
  /** Ids of the urgent alerts that were there or were reported; undefined until the first response. */
  const known = useRef<ReadonlySet<string>>(undefined);
  const report = useEffectEvent((alerts: readonly SecurityAlert[]) => {
    const urgent = alerts.filter(isUrgent);
    const before = known.current;
    known.current = new Set([...(before ?? []), ...urgent.map(({ id }) => id)]);
    const added = before ? urgent.filter(({ id }) => !before.has(id)) : [];
    const [newest] = added;
    if (!newest) return;
    show({
      title: texts.title,
      description:
        added.length === 1 ? texts.one(rules[newest.alert_type], subjectName(newest)) : texts.many(added.length),
      variant: 'destructive',
      link: { label: texts.open, to: paths.adminSecurityAlerts },
    });
  });
  useEffect(() => {
    if (data) report(data.items);
  }, [data]);
  return null;
};
