import { AUDIT_TARGETS } from './targets.ts';
import type { AuditFilter } from '../../../../lambdas/contract/admin/admin-audit.ts';
import type { AuditTarget } from '../../../../lambdas/contract/admin/audit.ts';

/** What the filters hold, as the address has it. Days are those of the reader's own clock. */
export interface FilterValues {
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

/** Nothing is asked for in particular. */
export const noFilter: FilterValues = { actor: '', action: '', target: '', id: '', from: '', to: '' };

const names = Object.keys(noFilter) as (keyof FilterValues)[];

/** Reads the filters of an address. */
export const readFilter = (search: URLSearchParams): FilterValues => ({
  ...noFilter,
  ...Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])),
});

/** Writes filters into an address; what is not asked for is left out. */
export const writeFilter = (values: FilterValues): URLSearchParams =>
  new URLSearchParams(names.flatMap((name) => (values[name] === '' ? [] : [[name, values[name]]])));

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The beginning of a day, `days` later, where the reader is. Undefined for what is no day. */
const startOf = (day: string, days: number): string | undefined => {
  if (!DAY.test(day)) return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const time = new Date(year, month - 1, date + days);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
};

const USER_ID = /^[0-9a-f-]{36}$/;
const ACTION = /^(?=.{1,100}$)[a-z-]+\.[a-z-]+$/;
const TARGET_ID = /^[^#\p{Cc}\p{Cs}]{1,200}$/u;

/** What the server is asked for. Of an address that somebody typed, what cannot be asked for is left out. */
export const queryOf = ({ actor, action, target, id, from, to }: FilterValues): AuditFilter => {
  const [start, end] = [startOf(from, 0), startOf(to, 1)];
  return {
    ...(USER_ID.test(actor) ? { actor_id: actor } : {}),
    ...(ACTION.test(action) ? { action } : {}),
    ...(AUDIT_TARGETS.includes(target as AuditTarget) ? { target_type: target as AuditTarget } : {}),
    ...(TARGET_ID.test(id.trim()) ? { target_id: id.trim() } : {}),
    ...(start === undefined ? {} : { from: start }),
    ...(end === undefined ? {} : { to: end }),
  };
};
