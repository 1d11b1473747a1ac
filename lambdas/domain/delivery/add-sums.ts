import { mergeHistograms } from './histogram.ts';
import { NO_DELIVERY, type DeliverySums } from './sums.ts';

/** The sum of two sums. */
export const addSums = (one: DeliverySums, other: DeliverySums): DeliverySums => ({
  requests: one.requests + other.requests,
  bytes: one.bytes + other.bytes,
  ok: one.ok + other.ok,
  redirected: one.redirected + other.redirected,
  client_errors: one.client_errors + other.client_errors,
  server_errors: one.server_errors + other.server_errors,
  hits: one.hits + other.hits,
  refreshed: one.refreshed + other.refreshed,
  misses: one.misses + other.misses,
  aborted: one.aborted + other.aborted,
  first_byte: mergeHistograms(one.first_byte, other.first_byte),
  bytes_by_country: mergeHistograms(one.bytes_by_country, other.bytes_by_country),
  audio_segments: one.audio_segments + other.audio_segments,
});

/** The sum of any number of sums. */
export const sumOfAll = (all: readonly DeliverySums[]): DeliverySums => all.reduce(addSums, NO_DELIVERY);
