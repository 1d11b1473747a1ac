import type { AuditView } from '../../../../lambdas/contract/admin-audit.ts';
import { auditTexts as texts } from './texts.ts';

/** One field of what was changed; `undefined` where the thing had no such field, or was not there. */
export interface Change {
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A value as people read it: lists by commas, things as JSON. */
export const shownValue = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return texts.nothing;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (!Array.isArray(value)) return JSON.stringify(value);
  if (value.length === 0) return texts.nothing;
  return value.every((item) => typeof item === 'string' || typeof item === 'number') ? value.join(', ') : JSON.stringify(value);
};

/** `is_premium` as `is premium`. */
export const fieldName = (name: string): string => name.replaceAll('_', ' ');

/** What an entry says of the thing's fields, in their order. */
export const changesOf = ({ before, after }: Pick<AuditView, 'before' | 'after'>): readonly Change[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((name) => ({
    field: fieldName(name),
    before: before && Object.hasOwn(before, name) ? shownValue(before[name]) : undefined,
    after: after && Object.hasOwn(after, name) ? shownValue(after[name]) : undefined,
  }));
