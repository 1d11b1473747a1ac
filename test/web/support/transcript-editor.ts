const AT = '2026-02-01T00:00:00.000Z';

/** Sets of segments: the current transcript, and another one. */
export const SET = 'a'.repeat(20);
export const OTHER_SET = 'b'.repeat(20);

/** A segment that Ada edited. */
export const segment = {
  id: 's00001',
  start_ms: 1500,
  end_ms: 3000,
  text: 'Ask <b>not</b>',
  version: 1,
  removed: false,
  edited_at: AT,
  edited_by_name: 'Ada',
};

/** What the API returns about a transcript, besides its set and source. */
export const summary = { language: 'en', created_at: AT, segment_count: 1, edited_at: AT, edited_by_name: 'Ada' };

/** A recognized transcript with one segment, without a script. */
export const transcriptEditor = {
  transcript: { ...summary, source: 'machine', set: SET },
  candidate: null as object | null,
  segments: [segment],
  script: null as object | null,
};
