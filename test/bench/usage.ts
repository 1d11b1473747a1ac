import type { EndpointKey } from '../../lambdas/contract/index.ts';
import { LIVE_PING_SECONDS } from '../../lambdas/contract/live/live-messages.ts';

/** A call that visits make, and the capacity that it consumes in addition to reading the caller's rights. */
export interface ModeledCall {
  readonly key: EndpointKey;
  readonly perVisit: number;
  /** Read units, from lambdas/data/access-patterns.md; `npm run bench` measures them. */
  readonly reads: number;
  readonly writes: number;
}

/**
 * How a thousand people use the product for a month. This file contains every assumption behind the figure. Everyone
 * visits twice a week: they open the site, browse two pages and one category, open one detail page and play two titles
 * for a quarter of an hour each.
 */
export const usage = {
  people: 1000,
  visitsPerPerson: 8,
  /** Minutes with the site open. */
  minutesPerVisit: 30,
  /** Read units of rights, plan and sessions, which every signed-in call reads. */
  rightsReads: 1.5,
  /** Billed milliseconds of a warm call at 256 MB and of a cold call with its start, and the share of cold calls. */
  warmMs: 40,
  coldMs: 700,
  coldShare: 0.05,
  /** Billed milliseconds of a run of the security checks, which mostly waits for about 90 responses. */
  checksMs: 30_000,
  memoryGb: 0.25,
  /**
   * Bytes that a call logs, including 26 per line of overhead: three lines by Lambda and one by the function; one
   * access log line by the API.
   */
  functionLogBytes: 700,
  accessLogBytes: 250,
} as const;

/**
 * The calls of a visit. The cookies last longer than a quarter of an hour, so no visit renews them. Each change of the
 * history is followed by a new read.
 */
export const callsOfVisit: readonly ModeledCall[] = [
  { key: 'account.get-me', perVisit: 1, reads: 0.5, writes: 0 },
  { key: 'catalog.list-categories', perVisit: 1, reads: 0.5, writes: 0 },
  { key: 'catalog.list-content', perVisit: 3, reads: 2.5, writes: 0 },
  { key: 'catalog.get-content', perVisit: 1, reads: 0.5, writes: 0 },
  { key: 'history.list-history', perVisit: 3, reads: 1, writes: 0 },
  { key: 'playback.get-media-url', perVisit: 2, reads: 0.5, writes: 1 },
  // Y3: three writes in a transaction, and the four indexes that contain a published item.
  { key: 'playback.count-view', perVisit: 2, reads: 0, writes: 10 },
  { key: 'history.record-history', perVisit: 2, reads: 1.5, writes: 3 },
  // The playback position: after 30 seconds, then at growing intervals of up to five minutes, and when playback stops.
  { key: 'history.save-position', perVisit: 12, reads: 1, writes: 1 },
  // Before each title, and for the one that the mini player restores.
  { key: 'history.get-position', perVisit: 3, reads: 1, writes: 0 },
  { key: 'history.list-positions', perVisit: 1, reads: 1, writes: 0 },
  { key: 'history.get-queue', perVisit: 1, reads: 1 + 12.5, writes: 0 },
  { key: 'history.save-queue', perVisit: 2, reads: 1, writes: 1 },
  // Which titles are liked: read with the first cards and again after a like. One visit in five includes a like.
  { key: 'library.list-liked-ids', perVisit: 1.2, reads: 0.5, writes: 0 },
  // B3: in a transaction, the item with its two index entries, and the list of ids.
  { key: 'library.like-content', perVisit: 0.2, reads: 1, writes: 2 * 4 + 1 },
  { key: 'live.create-ticket', perVisit: 1, reads: 0, writes: 1 },
];

const PINGS = Math.floor((usage.minutesPerVisit * 60) / LIVE_PING_SECONDS);

/** The live channel during a visit: one connection, three topics, pings, and two changes of the history. */
export const liveOfVisit = {
  /** Connect, subscribe, pings, disconnect; two changes read and delivered; two view counts read and ignored. */
  functionCalls: 1 + 1 + PINGS + 1 + 2 * 2 + 2,
  /** The subscription and its reply, pings and their replies, two changes. */
  messages: 2 + 2 * PINGS + 2,
  /** A ping also reads rights and sessions. */
  reads: 1 + 1 + 3 + 3 * PINGS + 1 + 2 * 4.5,
  /**
   * In transactions: ticket, connection, user, rights and sessions; connection and three topics; their removal. Then
   * three topic states per delivered change, the counter of messages, which opens a window for most of them, and each
   * ping.
   */
  writes: 10 + 8 + 10 + 2 * 3 + 2 * (1 + PINGS) + PINGS,
  /** Send, receive and delete, per delivered change. */
  queueRequests: 2 * 3,
} as const;
