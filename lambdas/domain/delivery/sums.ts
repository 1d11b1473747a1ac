/**
 * What the delivery of files amounts to, as sums that can be added to each other: of one hour of the whole site, or of
 * one day of one title. All are counts unless they say otherwise.
 */
export interface DeliverySums {
  readonly requests: number;
  /** Bytes sent to viewers, with headers. */
  readonly bytes: number;
  /** Responses by class of status. */
  readonly ok: number;
  readonly redirected: number;
  readonly client_errors: number;
  readonly server_errors: number;
  /** GET and HEAD of what can be cached, by how the edge answered: from its cache, revalidated, from the origin. */
  readonly hits: number;
  readonly refreshed: number;
  readonly misses: number;
  /** Requests that the viewer ended. */
  readonly aborted: number;
  /** Counts of the time to the first byte, by bucket of `histogram.ts`. */
  readonly first_byte: Readonly<Record<string, number>>;
  /** Bytes by country (ISO 3166-1 alpha-2). */
  readonly bytes_by_country: Readonly<Record<string, number>>;
  /** Requests for audio segments, from which hours delivered are computed. */
  readonly audio_segments: number;
}

/** Sums of nothing. */
export const NO_DELIVERY: DeliverySums = {
  requests: 0,
  bytes: 0,
  ok: 0,
  redirected: 0,
  client_errors: 0,
  server_errors: 0,
  hits: 0,
  refreshed: 0,
  misses: 0,
  aborted: 0,
  first_byte: {},
  bytes_by_country: {},
  audio_segments: 0,
};
