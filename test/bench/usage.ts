import type { EndpointKey } from '../../lambdas/contract/index.ts';
import { LIVE_PING_SECONDS } from '../../lambdas/contract/live/live-messages.ts';

/** Calls that a visit makes, and what one costs at the table besides the caller's rights. */
export interface ModeledCall {
  readonly key: EndpointKey;
  readonly perVisit: number;
  /** Read units; the numbers are those of lambdas/data/access-patterns.md, which `npm run bench` measures. */
  readonly reads: number;
  readonly writes: number;
}

/**
 * How a thousand people use the product for a month. Every assumption stands here; changing one changes the figure. A
 * visit, twice a week: somebody opens the site, looks through two pages and one category, opens one detail, plays two
 * titles for a quarter of an hour each.
 */
export const usage = {
  people: 1000,
  visitsPerPerson: 8,
  /** Minutes with the site open. */
  minutesPerVisit: 30,
  /** Units of the rights item, which every signed-in call reads. */
  rightsReads: 0.5,
  /** Billed milliseconds of a warm call at 256 MB, and of a cold one with its start; the share of cold ones. */
  warmMs: 40,
  coldMs: 700,
  coldShare: 0.05,
  memoryGb: 0.25,
  /**
   * Bytes that a call writes to logs, 26 for each line among them: Lambda's three lines and our one, and the API's
   * access line.
   */
  functionLogBytes: 700,
  accessLogBytes: 250,
} as const;

/**
 * The calls of a visit. A quarter of an hour ends before its cookies are renewed. The history is read again when it is
 * told to have changed.
 */
export const callsOfVisit: readonly ModeledCall[] = [
  { key: 'account.get-me', perVisit: 1, reads: 0.5, writes: 0 },
  { key: 'catalog.list-categories', perVisit: 1, reads: 0.5, writes: 0 },
  { key: 'catalog.list-content', perVisit: 3, reads: 2.5, writes: 0 },
  { key: 'catalog.get-content', perVisit: 1, reads: 0.5, writes: 0 },
  { key: 'history.list-history', perVisit: 3, reads: 1, writes: 0 },
  { key: 'playback.get-media-url', perVisit: 2, reads: 0.5, writes: 1 },
  // Y3: two writes in a transaction, and the four indexes that a published content stands in.
  { key: 'playback.count-view', perVisit: 2, reads: 0, writes: 8 },
  { key: 'history.record-history', perVisit: 2, reads: 1.5, writes: 3 },
  // Where the person is: after 30 seconds of a title, then ever less often, at most every five minutes, and when it
  // ends or is left.
  { key: 'history.save-position', perVisit: 12, reads: 1, writes: 1 },
  // Before each title, and for the one that rested in the player.
  { key: 'history.get-position', perVisit: 3, reads: 1, writes: 0 },
  { key: 'history.list-positions', perVisit: 1, reads: 1, writes: 0 },
  { key: 'history.get-queue', perVisit: 1, reads: 1 + 12.5, writes: 0 },
  { key: 'history.save-queue', perVisit: 2, reads: 1, writes: 1 },
  // What hearts are pressed: read with the first cards, and again after a like. Every fifth visit likes something.
  { key: 'library.list-liked-ids', perVisit: 1.2, reads: 0.5, writes: 0 },
  // B3: in a transaction, its item in three places, and the ids.
  { key: 'library.like-content', perVisit: 0.2, reads: 1, writes: 2 * 4 + 1 },
  { key: 'live.create-ticket', perVisit: 1, reads: 0, writes: 1 },
];

const PINGS = Math.floor((usage.minutesPerVisit * 60) / LIVE_PING_SECONDS);

/**
 * What the live channel does in a visit besides: one connection, three topics, its pings, two entries of the history
 * told.
 */
export const liveOfVisit = {
  /** Handshake, subscribing, pings, farewell; two changes found and told, two views looked at and left. */
  functionCalls: 1 + 1 + PINGS + 1 + 2 * 2 + 2,
  /** Subscribing with its answer, pings with theirs, two changes. */
  messages: 2 + 2 * PINGS + 2,
  reads: 1 + 2 + PINGS + 1 + 2 * 4.5,
  /**
   * In transactions: ticket, connection, person and rights; connection and three topics; the same removed. Then three
   * states for each change told.
   */
  writes: 8 + 8 + 10 + 2 * 3,
  /** Sent, received and deleted, for each change told. */
  queueRequests: 2 * 3,
} as const;
