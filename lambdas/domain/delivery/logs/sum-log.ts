import { ContentId } from '../../../contract/shared.ts';
import { batchesOf } from '../../batches.ts';
import { HEARTBEAT_KEY } from '../../../contract/delivery/heartbeat.ts';
import { addSums } from '../add-sums.ts';
import { bucketOf } from '../histogram.ts';
import { isDirective, isHeader, parseLogLine, UnreadableLog, type LogLine } from './log-line.ts';
import { NO_DELIVERY, type DeliverySums } from '../sums.ts';
import type { SumSubject } from './subjects.ts';

/** Path patterns of behaviors without a cache. Their misses say nothing about the cache. */
export const UNCACHED_PATTERNS: readonly string[] = ['/api/*', '/ws'];

/** What a sum is about: an hour of the whole site (its start, ISO 8601), or a day of a subject (`2026-11-28`). */
export type SumTarget = { readonly hour: string } | (SumSubject & { readonly day: string });

/** A sum with what it is about. */
export interface TargetSums {
  readonly target: SumTarget;
  readonly sums: DeliverySums;
}

/** What a log file amounts to. */
export interface LogTotals {
  /** Requests in the file, without dropped lines. */
  readonly lines: number;
  /** Lines of another shape, or from another time than the file. */
  readonly dropped: number;
  readonly totals: readonly TargetSums[];
}

/**
 * Sums in one transaction, to which those of their creators are added. DynamoDB allows 100 writes; fewer make conflicts
 * between workers rare, because a transaction fails as a whole.
 */
const MAX_TARGETS = 40;

/**
 * Days of titles whose requests wait for the first one that is delivered. Paths with ids that do not exist would fill
 * the memory without a limit.
 */
const MAX_WAITING = 10_000;

/** A line that is further from the hour of its file is not from that file. */
const MAX_DISTANCE_MS = 48 * 3_600_000;

/** Folders of titles, up to the id of the content item. */
const TITLE_FOLDER = /^\/(?:media\/(?:captions\/)?|posters\/)([^/]+)\//;
/** A segment of sound. The rendition's first file ends with `init.cmfa`. */
const AUDIO_SEGMENT = /\d\.cmfa$/;

/** Sums that lines are added to. */
type MutableSums = { -readonly [Name in Exclude<keyof DeliverySums, 'first_byte' | 'bytes_by_country'>]: number } & {
  readonly first_byte: Record<string, number>;
  readonly bytes_by_country: Record<string, number>;
};

const isClass = (status: number, hundreds: number): boolean => Math.floor(status / 100) === hundreds;

/** CloudFront calls it an error when the viewer leaves; the status is the one that was sent, or 0 without any. */
const isAborted = ({ result, status }: LogLine): boolean => result === 'Error' && (status === 0 || isClass(status, 2));

/** Whether the line says how well the cache works. */
const isCacheable = (line: LogLine): boolean =>
  (line.method === 'GET' || line.method === 'HEAD') &&
  (isClass(line.status, 2) || isClass(line.status, 3)) &&
  !UNCACHED_PATTERNS.includes(line.pattern);

/** The title that a path belongs to, if one has this id. */
const titleOf = ({ path }: LogLine): string | undefined => {
  const id = TITLE_FOLDER.exec(path)?.[1];
  return id !== undefined && ContentId.safeParse(id).success ? id : undefined;
};

/** Whether the path exists. The edge redirects from http to https without looking. */
const isDelivered = ({ status, result }: LogLine): boolean =>
  (isClass(status, 2) || isClass(status, 3)) && result !== 'Redirect';

const COUNTED_RESULTS = new Map<string, 'hits' | 'refreshed' | 'misses'>([
  ['Hit', 'hits'],
  ['RefreshHit', 'refreshed'],
  ['Miss', 'misses'],
]);
const COUNTED_CLASSES = [undefined, undefined, 'ok', 'redirected', 'client_errors', 'server_errors'] as const;

const addLine = (sums: MutableSums, line: LogLine, title: string | undefined): void => {
  sums.requests += 1;
  sums.bytes += line.bytes;
  const statusClass = COUNTED_CLASSES[Math.floor(line.status / 100)];
  if (statusClass) sums[statusClass] += 1;
  const result = COUNTED_RESULTS.get(line.result);
  if (result && isCacheable(line)) sums[result] += 1;
  if (isAborted(line)) sums.aborted += 1;
  if (line.firstByteMs !== undefined && line.status !== 0) {
    const bucket = bucketOf(line.firstByteMs);
    sums.first_byte[bucket] = (sums.first_byte[bucket] ?? 0) + 1;
  }
  if (line.country !== undefined)
    sums.bytes_by_country[line.country] = (sums.bytes_by_country[line.country] ?? 0) + line.bytes;
  if (title !== undefined && isClass(line.status, 2) && line.method === 'GET' && AUDIO_SEGMENT.test(line.path))
    sums.audio_segments += 1;
};

/** What a line of a log adds to. It names no creator. */
type LineTarget = Exclude<SumTarget, { readonly creatorId: string }>;

/** The order of targets, which is the same in every run: hours first. */
const orderOf = (target: LineTarget): string =>
  'hour' in target ? `/${target.hour}` : `${target.contentId}/${target.day}`;

/** Sums by the order of their targets. */
type SumsByTarget = Map<string, { readonly target: LineTarget; readonly sums: MutableSums }>;

const sumsOf = (all: SumsByTarget, target: LineTarget): MutableSums => {
  const name = orderOf(target);
  const found = all.get(name) ?? { target, sums: { ...NO_DELIVERY, first_byte: {}, bytes_by_country: {} } };
  all.set(name, found);
  return found.sums;
};

/**
 * Adds up log lines. Anyone can request a path with the id of a title that does not exist. So errors and redirections
 * count for titles of which the same file delivers something, and the others for the site only.
 */
const createSums = () => {
  const sums: SumsByTarget = new Map();
  const waiting: SumsByTarget = new Map();
  const titles = new Set<string>();
  return {
    add(line: LogLine): void {
      if (line.path === `/${HEARTBEAT_KEY}`) return;
      const time = new Date(line.at).toISOString();
      const contentId = titleOf(line);
      addLine(sumsOf(sums, { hour: `${time.slice(0, 13)}:00:00.000Z` }), line, contentId);
      if (contentId === undefined) return;
      if (isDelivered(line)) titles.add(contentId);
      const target = { contentId, day: time.slice(0, 10) };
      if (titles.has(contentId)) addLine(sumsOf(sums, target), line, contentId);
      else if (waiting.has(orderOf(target)) || waiting.size < MAX_WAITING)
        addLine(sumsOf(waiting, target), line, contentId);
    },
    /** In the order of their targets, so that every run over a file returns the same. */
    all(): readonly TargetSums[] {
      const found = new Map<string, TargetSums>(sums);
      for (const [name, { target, sums: added }] of waiting)
        if ('contentId' in target && titles.has(target.contentId))
          found.set(name, { target, sums: addSums(found.get(name)?.sums ?? NO_DELIVERY, added) });
      return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
    },
  };
};

/**
 * Adds up a log file of an hour (its start, in milliseconds since 1970), given its lines in any portions. @throws
 * UnreadableLog for other fields than the ones that the template names
 */
export const sumLog = async (hour: number, portions: AsyncIterable<readonly string[]>): Promise<LogTotals> => {
  const sums = createSums();
  let [lines, dropped, hasHeader] = [0, 0, false];
  for await (const portion of portions)
    for (const text of portion) {
      if (text === '') continue;
      if (isDirective(text)) {
        hasHeader = isHeader(text) || hasHeader;
        continue;
      }
      if (!hasHeader) throw new UnreadableLog('no header names its fields');
      const line = parseLogLine(text);
      if (line && Math.abs(line.at - hour) <= MAX_DISTANCE_MS) {
        lines += 1;
        sums.add(line);
      } else dropped += 1;
    }
  if (!hasHeader) throw new UnreadableLog('no header names its fields');
  return { lines, dropped, totals: sums.all() };
};

/** The sums of a file, in portions that are each stored in one transaction. At least one, which may be empty. */
export const chunksOf = (totals: readonly TargetSums[]): readonly (readonly TargetSums[])[] =>
  totals.length === 0 ? [[]] : batchesOf(totals, MAX_TARGETS);
