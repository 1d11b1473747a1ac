import { createHash } from 'node:crypto';
import { escapeHtml } from '../mail/mail.ts';
import type { ListDefinition } from './definitions.ts';

/** A record of an export. */
export type ExportRecord = Readonly<Record<string, unknown>>;

/** One list of an export. */
export interface ExportList {
  readonly definition: ListDefinition;
  readonly records: readonly ExportRecord[];
}

/** What is stored about a user and not exported. */
export interface NotExported {
  readonly what: string;
  readonly reason: string;
}

/** Everything that an export consists of. */
export interface ExportContents {
  readonly userId: string;
  readonly requestId: string;
  /** When it was made, ISO 8601. */
  readonly at: string;
  readonly lists: readonly ExportList[];
  readonly notExported: readonly NotExported[];
}

/** Version of the format, for programs that read exports. */
const FORMAT = 'soundstage-export-1';

const encoder = new TextEncoder();

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Text that a spreadsheet would run as a formula gets an apostrophe in front. */
const FORMULA = /^[=+\-@\t\r]/;

const cell = (value: unknown): string => {
  const text = textOf(value);
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A list as CSV (RFC 4180), with the fields of its definition as columns. */
export const toCsv = ({ definition, records }: ExportList): string => {
  const names = Object.keys(definition.fields);
  return [names.join(','), ...records.map((record) => names.map((name) => cell(record[name])).join(','))]
    .map((line) => `${line}\r\n`)
    .join('');
};

const rowsOf = ({ definition, records }: ExportList): string => {
  const names = Object.keys(definition.fields);
  const head = names.map((name) => `<th scope="col" title="${escapeHtml(definition.fields[name] ?? '')}">${name}</th>`);
  const rows = records.map(
    (record) => `<tr>${names.map((name) => `<td>${escapeHtml(textOf(record[name]))}</td>`).join('')}</tr>`,
  );
  return `<div><table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
};

const STYLE =
  ':root{color-scheme:light dark;font:16px/1.5 sans-serif}body{max-width:70rem;margin:auto;padding:1rem}' +
  'div{overflow-x:auto}table{border-collapse:collapse;font-size:.875rem}th,td{border:1px solid;padding:.25rem .5rem;' +
  'text-align:left;vertical-align:top}';

/** The export as a page that any browser shows without a network. */
const toPage = ({ at, lists, notExported }: ExportContents): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Your Soundstage data</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<style>${STYLE}</style></head><body>`,
    '<h1>Your Soundstage data</h1>',
    `<p>Made on ${escapeHtml(at)}. manifest.json lists all files and explains each field.</p>`,
    ...lists.map((list) =>
      [
        `<h2>${escapeHtml(list.definition.title)} (${list.records.length})</h2>`,
        `<p>${escapeHtml(list.definition.definition)}</p>`,
        list.records.length === 0 ? '<p>Nothing is stored.</p>' : rowsOf(list),
      ].join('\n'),
    ),
    '<h2>Not included</h2><ul>',
    ...notExported.map(({ what, reason }) => `<li>${escapeHtml(what)}: ${escapeHtml(reason)}</li>`),
    '</ul></body></html>',
  ].join('\n');

/** The files of an export by path: each list as JSON and CSV, a page to read, and the manifest of all of them. */
export const exportFiles = (contents: ExportContents): Readonly<Record<string, Uint8Array>> => {
  const { userId, requestId, at, lists, notExported } = contents;
  const files: Record<string, Uint8Array> = {};
  const described = (path: string, text: string, more: object): object => {
    const bytes = encoder.encode(text);
    files[path] = bytes;
    return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), ...more };
  };
  const entries = lists.flatMap((list) => {
    const { name, title, definition, fields } = list.definition;
    const more = { title, definition, records: list.records.length, fields };
    return [
      described(`${name}.json`, `${JSON.stringify(list.records, undefined, 2)}\n`, more),
      described(`${name}.csv`, toCsv(list), more),
    ];
  });
  const page = described('read-me.html', toPage(contents), { title: 'All lists as a page to read' });
  const manifest = {
    format: FORMAT,
    created_at: at,
    account_id: userId,
    request_id: requestId,
    files: [page, ...entries],
    not_included: notExported,
  };
  files['manifest.json'] = encoder.encode(`${JSON.stringify(manifest, undefined, 2)}\n`);
  return files;
};
