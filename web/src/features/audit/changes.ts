import type { AuditView } from '../../../../lambdas/contract/admin/admin-audit.ts';
import type { Role } from '../../../../lambdas/contract/shared.ts';
import { roleNames } from '../../core/auth/role-names.ts';
import { formatDuration, formatMegabytes, formatMoment } from '../../lib/format.ts';
import { auditTexts as texts } from './texts.ts';

/** One line of a value. */
export interface ValueLine {
  readonly text: string;
  /** Whether the other side does not have this line. */
  readonly differs: boolean;
}

/** One changed field, each value as lines; `undefined` if the resource did not have the field or did not exist. */
export interface Change {
  readonly field: string;
  readonly before: readonly ValueLine[] | undefined;
  readonly after: readonly ValueLine[] | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** `is_premium` as `is premium`. */
export const fieldName = (name: string): string => name.replaceAll('_', ' ');

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const plainText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return texts.nothing;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  return typeof value === 'string' && TIMESTAMP.test(value) ? formatMoment(value) : String(value);
};

/** Formats a value in one line, with the names of nested fields. */
const inLine = (value: unknown): string => {
  if (isPlain(value)) return plainText(value);
  if (Array.isArray(value)) return value.length === 0 ? texts.nothing : value.map(inLine).join(', ');
  return Object.entries(value as Fields)
    .map(([name, part]) => `${fieldName(name)}: ${inLine(part)}`)
    .join(', ');
};

/** Formatters of fields that need more than their names. They return undefined for values of any other shape. */
const readers: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  chapters: (chapter) =>
    isFields(chapter) && typeof chapter['start'] === 'number'
      ? `${formatDuration(chapter['start'])} ${inLine(chapter['title'])}`
      : undefined,
  captions: (track) =>
    isFields(track) && typeof track['language'] === 'string'
      ? `${inLine(track['label'])} (${track['language']})`
      : undefined,
  role: (role) => (typeof role === 'string' ? roleNames[role as Role] : undefined),
  file_size: (bytes) => (typeof bytes === 'number' ? formatMegabytes(bytes) : undefined),
};

/** Formats a value: primitives and lists of primitives in one line, anything else line by line. */
const linesOf = (name: string, value: unknown): readonly string[] => {
  const read = (one: unknown): string => readers[name]?.(one) ?? inLine(one);
  if (Array.isArray(value) && !value.every(isPlain)) return value.map(read);
  if (isFields(value)) return Object.entries(value).map(([part, one]) => `${fieldName(part)}: ${inLine(one)}`);
  return [read(value)];
};

/** The changes of an entry, in the order of the fields. */
export const changesOf = ({ before, after }: Pick<AuditView, 'before' | 'after'>): readonly Change[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((name) => {
    const [old, now] = [before, after].map((fields) =>
      fields && Object.hasOwn(fields, name) ? linesOf(name, fields[name]) : undefined,
    );
    const compared = (lines: readonly string[] | undefined, others: readonly string[] | undefined) =>
      lines?.map((text) => ({ text, differs: !others?.includes(text) }));
    return { field: fieldName(name), before: compared(old, now), after: compared(now, old) };
  });
