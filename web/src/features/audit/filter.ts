import { AUDIT_TARGETS } from './targets.ts';
import type { AuditFilter } from '../../../../lambdas/contract/admin/admin-audit.ts';
import type { AuditTarget } from '../../../../lambdas/contract/admin/audit.ts';
import { startOfDay } from '../../lib/local-day.ts';

/** The filter values as in the URL. Days are in the user's time zone. */
export interface FilterValues {
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** No filters. */
export const noFilter: FilterValues = { actor: '', action: '', target: '', id: '', from: '', to: '' };

const names = Object.keys(noFilter) as (keyof FilterValues)[];

/** Reads the filters from URL parameters. */
export const readFilter = (search: URLSearchParams): FilterValues => ({
  ...noFilter,
  ...Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])),
});

/** Writes the filters as URL parameters and omits empty ones. */
export const writeFilter = (values: FilterValues): URLSearchParams =>
  new URLSearchParams(names.flatMap((name) => (values[name] === '' ? [] : [[name, values[name]]])));

const USER_ID = /^[0-9a-f-]{36}$/;
const ACTION = /^(?=.{1,100}$)[a-z-]+\.[a-z-]+$/;
const TARGET_ID = /^[^#\p{Cc}\p{Cs}]{1,200}$/u;

/** The query of the API. Values that the API would reject, such as those of a mistyped URL, are omitted. */
export const queryOf = ({ actor, action, target, id, from, to }: FilterValues): AuditFilter => {
  const [start, end] = [startOfDay(from, 0), startOfDay(to, 1)];
  return {
    ...(USER_ID.test(actor) ? { actor_id: actor } : {}),
    ...(ACTION.test(action) ? { action } : {}),
    ...(AUDIT_TARGETS.includes(target as AuditTarget) ? { target_type: target as AuditTarget } : {}),
    ...(TARGET_ID.test(id.trim()) ? { target_id: id.trim() } : {}),
    ...(start === undefined ? {} : { from: start }),
    ...(end === undefined ? {} : { to: end }),
  };
};
