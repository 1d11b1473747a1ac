import { useQuery } from '@tanstack/react-query';
import type { SecurityAlert } from '../../../../../lambdas/contract/admin/security-alerts.ts';
import type { NamedSecurityEvent, SecurityEventFilter } from '../../../../../lambdas/contract/admin/security-events.ts';
import type { EventKind } from '../../../../../lambdas/contract/admin/security-kinds.ts';
import { ALERT_RULES } from '../../../../../lambdas/contract/admin/security-rules.ts';
import { useApi } from '../../../core/api/api-context.tsx';

/** Digits of a ULID (Crockford's base 32). The first ten are its time in milliseconds. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_DIGITS = 10;
/** Events per request: the maximum of the API. */
const PAGE = 100;
/** Pages that are searched for the events of one alert. */
const MAX_PAGES = 10;
const SECOND_MS = 1_000;

const timeOfId = (id: string): number =>
  [...id.slice(0, TIME_DIGITS)].reduce((time, digit) => time * DIGITS.length + DIGITS.indexOf(digit), 0);

/** The filter of the event log that matches the events of an alert, and as few others as possible. */
export const evidenceFilter = ({ alert_type: rule, user_id: userId, events }: SecurityAlert): SecurityEventFilter => {
  const { events: counted, minRisk } = ALERT_RULES[rule];
  const kinds: readonly EventKind[] = counted ?? [];
  const [kind] = kinds;
  const times = events.map(timeOfId);
  return {
    ...(kind !== undefined && kinds.length === 1 ? { event_type: kind } : {}),
    ...(userId === null ? {} : { user_id: userId }),
    ...(minRisk > 0 ? { min_risk: minRisk } : {}),
    from: new Date(Math.min(...times) - SECOND_MS).toISOString(),
    to: new Date(Math.max(...times) + SECOND_MS).toISOString(),
  };
};

/** Reads the events of an alert from the log. Some can be missing: their period is over, or too many others match. */
export const useEvidence = (alert: SecurityAlert) => {
  const api = useApi();
  return useQuery({
    queryKey: ['security.list-events', 'alert', alert.id, alert.events],
    queryFn: async ({ signal }) => {
      const wanted = new Set(alert.events);
      const found: NamedSecurityEvent[] = [];
      if (wanted.size === 0) return found;
      const filter = evidenceFilter(alert);
      let cursor: string | null = null;
      for (let page = 0; page < MAX_PAGES && found.length < wanted.size; page += 1) {
        const query = { ...filter, limit: PAGE, ...(cursor === null ? {} : { cursor }) };
        const next: { readonly items: readonly NamedSecurityEvent[]; readonly next_cursor: string | null } =
          await api.call('security.list-events', { query }, { signal });
        found.push(...next.items.filter(({ id }) => wanted.has(id)));
        cursor = next.next_cursor;
        if (cursor === null) break;
      }
      return found;
    },
  });
};
