import {
  EVENT_CATEGORIES,
  EVENT_NAMES,
  EVENT_SOURCES,
  SEVERITIES,
} from '../../../../../lambdas/contract/admin/security-kinds.ts';
import type { SecurityEventFilter } from '../../../../../lambdas/contract/admin/security-events.ts';
import { startOfDay } from '../../../lib/local-day.ts';

/** The filter values as in the URL. Days are in the user's time zone. */
export interface LogFilter {
  readonly kind: string;
  readonly category: string;
  readonly severity: string;
  readonly source: string;
  readonly user: string;
  readonly risk: string;
  readonly from: string;
  readonly to: string;
}

/** No filters. */
export const noFilter: LogFilter = {
  kind: '',
  category: '',
  severity: '',
  source: '',
  user: '',
  risk: '',
  from: '',
  to: '',
};

const names = Object.keys(noFilter) as (keyof LogFilter)[];

/** Reads the filters from URL parameters. */
export const readFilter = (search: URLSearchParams): LogFilter => ({
  ...noFilter,
  ...Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])),
});

/** Writes the filters into URL parameters, without empty ones. Other parameters stay. */
export const writeFilter = (search: URLSearchParams, values: LogFilter): URLSearchParams => {
  const next = new URLSearchParams(search);
  for (const name of names)
    if (values[name] === '') next.delete(name);
    else next.set(name, values[name]);
  return next;
};

const USER_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const RISK = /^(?:\d|[1-9]\d|100)$/;

/** The value, if it is one of the list. */
const oneOf = <Value extends string>(list: readonly Value[], value: string): Value | undefined =>
  list.find((each) => each === value);

/** The query of the API. Values that the API would reject, such as those of a mistyped URL, are omitted. */
export const queryOf = (values: LogFilter): SecurityEventFilter => {
  const query = {
    event_type: oneOf(EVENT_NAMES, values.kind),
    event_category: oneOf(EVENT_CATEGORIES, values.category),
    severity: oneOf(SEVERITIES, values.severity),
    source: oneOf(EVENT_SOURCES, values.source),
    user_id: USER_ID.test(values.user) ? values.user : undefined,
    min_risk: RISK.test(values.risk) ? Number(values.risk) : undefined,
    from: startOfDay(values.from, 0),
    to: startOfDay(values.to, 1),
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
};
