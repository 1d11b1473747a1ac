import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { PlayId } from '../shared.ts';
import { COUNTRIES } from './countries.ts';
import { DEVICES, ENGINES, PLAY_FAILURES } from './play-kinds.ts';
import { MAX_PASSES, MAX_PLAY_SECONDS, MAX_STARTUP_MS, PARTS, PLAY_HEIGHTS, RECORD_QUALITY } from './quality-rules.ts';

/** More than any play has, so that a forged number cannot grow without end. */
const MAX_COUNT = 10_000;
const MAX_BODY = 2 * 1024;

const whole = (max: number) => z.number().check(z.int(), z.minimum(0), z.maximum(max));

/** A country (ISO 3166-1 alpha-2). */
const Country = z.string().check(
  z.regex(/^[A-Z]{2}$/, 'Must be a country code of two letters'),
  z.refine((code) => COUNTRIES.has(code), 'Must be the code of a country'),
);

/** The first and the last part of a title that played without a jump, from 0 to 99. */
const Pass = z.tuple([whole(PARTS - 1), whole(PARTS - 1)]);

/** What a browser measured of a play from its start on. No number is ever lower than in an earlier beat. */
export const PlayMeasures = z.strictObject({
  /** Milliseconds from the request to play until the first frame or sound moved; null while it has not. */
  startup_ms: z.nullable(whole(MAX_STARTUP_MS)),
  /** Seconds of playback. Pauses, waiting and seeking are left out. */
  watched_s: whole(MAX_PLAY_SECONDS),
  /**
   * How often playback waited for data, and for how long together: at most `MAX_STALL_MS` each. Waiting after a seek is
   * left out. One that has not ended is included.
   */
  stalls: whole(MAX_COUNT),
  stalled_ms: whole(MAX_PLAY_SECONDS * 1000),
  /** Changes to a higher and to a lower picture. */
  switches_up: whole(MAX_COUNT),
  switches_down: whole(MAX_COUNT),
  /** Seconds of playback by height of the picture; empty without a picture. */
  heights: z.partialRecord(z.enum(PLAY_HEIGHTS), whole(MAX_PLAY_SECONDS)),
  /** Why the player gave up; null if it did not. The first one counts. */
  failure: z.nullable(z.enum(PLAY_FAILURES)),
  /** The parts that played, in the order of playing. A part can be in several passes. */
  passes: z.array(Pass).check(z.maxLength(MAX_PASSES)),
  /** Whether the user left the title. */
  left: z.boolean(),
});
export type PlayMeasures = z.infer<typeof PlayMeasures>;

export const qualityEndpoints = {
  'playback.record-quality': endpoint({
    ...RECORD_QUALITY,
    auth: 'user',
    maxBodyBytes: MAX_BODY,
    summary:
      'Stores how well a play is going, without the user. Nothing is stored without consent to analytics, for an ' +
      'unknown play, for a play outside of the sample, or for impossible numbers; the response is the same.',
    params: z.strictObject({ id: PlayId }),
    body: z.strictObject({
      /** Number of the beat in its play, from 1. A beat with the number of an earlier one changes nothing. */
      seq: z.number().check(z.int(), z.minimum(1), z.maximum(MAX_COUNT)),
      measures: PlayMeasures,
      device: z.enum(DEVICES),
      engine: z.enum(ENGINES),
      /** Where the browser is; null if it does not know. */
      country: z.nullable(Country),
    }),
    responses: { 204: null },
    errors: [],
  }),
};
