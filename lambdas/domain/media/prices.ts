import { fps } from './probe.ts';
import type { Ladder, VideoRung } from './ladder.ts';
import { sheetCount } from './storyboard.ts';

/**
 * List prices in US dollars per output minute, MediaConvert on demand, us-east-1, Basic tier (H.264, single pass, first
 * volume step). Source: aws.amazon.com/mediaconvert/pricing, from knowledge of 2025 and not read by a machine: compare
 * before a budget hangs on it. The service charges normalized minutes, of which a standard definition minute up to 30
 * fps is one. This is the only place that holds these prices.
 */
export const MEDIACONVERT_PRICES = {
  /** One normalized minute of the Basic tier. */
  basicMinute: 0.0075,
  /**
   * One normalized minute of the Professional tier, which a multi-pass or accelerated job would cost; none of ours is.
   */
  professionalMinute: 0.012,
  /** Multipliers by picture: under 720 lines, up to 1080, above. */
  sd: 1,
  hd: 2,
  uhd: 4,
  /** Multipliers by frames per second: up to 30, up to 60. */
  normalRate: 1,
  highRate: 1.25,
  /** An output that holds audio only, per minute, whatever its bitrate. */
  audioMinute: 0.001,
  /**
   * The sheets of a storyboard, per minute. The service charges outputs, and these pictures belong to an output group:
   * the price list names no charge for them. A bill that does belongs here.
   */
  storyboardMinute: 0,
  /** Outputs are charged by the second, ten seconds at least. */
  minimumSeconds: 10,
} as const;

/** S3 requests of a job: one PUT per segment, playlist and sheet, us-east-1, standard storage. */
const S3_PUT_PRICE = 0.005 / 1000;

const SEGMENT_SECONDS = 6;
const RATE_LIMIT = 30.5;

const videoMinutePrice = (rung: VideoRung): number => {
  const lines = Math.min(rung.width, rung.height);
  const columns = Math.max(rung.width, rung.height);
  const { sd, hd, uhd, normalRate, highRate, basicMinute } = MEDIACONVERT_PRICES;
  const picture = lines < 720 && columns < 1280 ? sd : lines <= 1080 && columns <= 1920 ? hd : uhd;
  return basicMinute * picture * (fps(rung.frameRate) > RATE_LIMIT ? highRate : normalRate);
};

/**
 * What the conversion of a source costs in US dollars at list price: every rendition, the audio, the storyboard, and
 * the requests that store them. Stills are frame captures of the same job; each is charged as a standard definition
 * output of the shortest length.
 */
export const priceOf = (ladder: Ladder, durationSeconds: number): number => {
  const { minimumSeconds, audioMinute, basicMinute, storyboardMinute, sd } = MEDIACONVERT_PRICES;
  const minutes = Math.max(minimumSeconds, Math.ceil(durationSeconds)) / 60;
  const video = ladder.video.reduce((sum, rung) => sum + videoMinutePrice(rung), 0);
  const stills = ladder.poster ? 2 * basicMinute * sd * (minimumSeconds / 60) : 0;
  const outputs = ladder.video.length + ladder.audio.length;
  const sheets = ladder.storyboard ? sheetCount(ladder.storyboard, durationSeconds) + 2 : 0;
  const puts = outputs * (Math.ceil(durationSeconds / SEGMENT_SECONDS) + 2) + sheets + 8;
  return (
    (video + ladder.audio.length * audioMinute + (ladder.storyboard ? storyboardMinute : 0)) * minutes +
    stills +
    puts * S3_PUT_PRICE
  );
};
