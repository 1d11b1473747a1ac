import { newAttempt, START_TIME_MS } from '../../../../lambdas/domain/conversion/attempt.ts';
import type { Ladder } from '../../../../lambdas/domain/media/ladder.ts';

/** When the attempt was claimed, in milliseconds since 1970. */
export const NOW = Date.UTC(2026, 0, 1);
/** So many seconds after that, ISO 8601. */
export const at = (seconds: number): string => new Date(NOW + seconds * 1000).toISOString();

export const input = {
  contentId: 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  uploadId: 'up1',
  sourceKey: 'uploads/x/up1',
  versionId: 'v1',
  attempt: 1,
};
export const video: Ladder = {
  kind: 'video',
  video: [],
  audio: [],
  tiers: ['480'],
  poster: { width: 1280, height: 720 },
};
/** With a storyboard. */
export const filmed: Ladder = { ...video, storyboard: { interval: 2, width: 160, height: 90, columns: 5, rows: 1 } };
export const music: Ladder = { kind: 'audio', video: [], audio: [], tiers: ['480'] };

/** The first attempt, which a worker holds. */
export const claimed = newAttempt(input, NOW, true, START_TIME_MS);
