import type { HdrColors } from './colors.ts';
import { fps } from './probe.ts';
import type { Ladder, VideoRung } from './ladder.ts';
import { sheetCount } from './storyboard.ts';

/**
 * List prices in US dollars per output minute: MediaConvert on demand, us-east-1, H.264 with a single pass, first
 * volume step. Source: aws.amazon.com/mediaconvert/pricing as of 2025, entered by hand; check before relying on them
 * for a budget. The service charges normalized minutes; one standard-definition minute up to 30 fps is one normalized
 * minute. These prices are defined only here.
 */
export const MEDIACONVERT_PRICES = {
  /** One normalized minute of the Basic tier. */
  basicMinute: 0.0075,
  /** One normalized minute of the Professional tier; see `priceTierOf`. */
  professionalMinute: 0.012,
  /** Multipliers by resolution: under 720 lines, up to 1080, above. */
  sd: 1,
  hd: 2,
  uhd: 4,
  /** Multipliers by frames per second: up to 30, up to 60. */
  normalRate: 1,
  highRate: 1.25,
  /** An audio-only output, per minute, at any bitrate. */
  audioMinute: 0.001,
  /**
   * The image sheets of a storyboard, per minute. The service charges per output, and these images belong to an output
   * group. The price list names no charge for them; if a bill does, change this value.
   */
  storyboardMinute: 0,
  /** Outputs are charged by the second, with a minimum of ten seconds. */
  minimumSeconds: 10,
} as const;

/** A gigabyte in standard storage for a month, and a gigabyte delivered by CloudFront (North America, Europe). */
export const STORAGE_GIGABYTE_MONTH = 0.023;
export const DELIVERY_GIGABYTE = 0.085;

/** S3 requests of a job: one PUT per segment, playlist and sheet, us-east-1, standard storage. */
const S3_PUT_PRICE = 0.005 / 1000;

const SEGMENT_SECONDS = 6;
const RATE_LIMIT = 30.5;

/** The price list that the pictures of a job are charged by. */
export const PRICE_TIERS = ['basic', 'professional'] as const;
export type PriceTier = (typeof PRICE_TIERS)[number];

/**
 * The price tier of a job's pictures. An output costs the Professional tier if it uses one of that tier's features. We
 * could not read AWS's list of them. What AWS describes as the Basic tier contains neither the color corrector nor the
 * deinterlacer, and customers report that the deinterlacer costs the Professional tier
 * (github.com/aws-solutions-library-samples/video-on-demand-on-aws, issue 114). So we expect the higher price for both.
 */
export const priceTierOf = (interlaced: boolean, colors: HdrColors | undefined): PriceTier =>
  interlaced || colors === 'converted' ? 'professional' : 'basic';

const normalizedMinute = (tier: PriceTier): number =>
  tier === 'basic' ? MEDIACONVERT_PRICES.basicMinute : MEDIACONVERT_PRICES.professionalMinute;

const videoMinutePrice = (rung: VideoRung, tier: PriceTier): number => {
  const lines = Math.min(rung.width, rung.height);
  const columns = Math.max(rung.width, rung.height);
  const { sd, hd, uhd, normalRate, highRate } = MEDIACONVERT_PRICES;
  const picture = lines < 720 && columns < 1280 ? sd : lines <= 1080 && columns <= 1920 ? hd : uhd;
  return normalizedMinute(tier) * picture * (fps(rung.frameRate) > RATE_LIMIT ? highRate : normalRate);
};

/**
 * List price of what a job makes for the analysis. The frames are charged as a standard-definition output over the
 * whole duration: the price list names no lower charge for frame capture. The sound is an audio-only output.
 */
export const analysisOutputsPrice = (ladder: Ladder, durationSeconds: number, tier: PriceTier = 'basic'): number => {
  const { minimumSeconds, audioMinute, sd } = MEDIACONVERT_PRICES;
  const { soundChannels, frames } = ladder.analysis ?? {};
  const minutes = Math.max(minimumSeconds, Math.ceil(durationSeconds)) / 60;
  const files = (frames?.count ?? 0) + (soundChannels === undefined ? 0 : 1);
  return (
    ((frames ? normalizedMinute(tier) * sd : 0) + (soundChannels === undefined ? 0 : audioMinute)) * minutes +
    files * S3_PUT_PRICE
  );
};

/**
 * List price of a conversion in US dollars: all renditions, the audio, the storyboard, and the requests that store
 * them. Stills are frame captures of the same job. Each is charged as a standard-definition output of the minimum
 * duration. The outputs for the analysis are part of the job and of its price.
 */
export const priceOf = (ladder: Ladder, durationSeconds: number, tier: PriceTier = 'basic'): number => {
  const { minimumSeconds, audioMinute, storyboardMinute, sd } = MEDIACONVERT_PRICES;
  const minutes = Math.max(minimumSeconds, Math.ceil(durationSeconds)) / 60;
  const video = ladder.video.reduce((sum, rung) => sum + videoMinutePrice(rung, tier), 0);
  const stills = ladder.poster ? 2 * normalizedMinute(tier) * sd * (minimumSeconds / 60) : 0;
  const outputs = ladder.video.length + ladder.audio.length;
  const sheets = ladder.storyboard ? sheetCount(ladder.storyboard, durationSeconds) + 2 : 0;
  const puts = outputs * (Math.ceil(durationSeconds / SEGMENT_SECONDS) + 2) + sheets + 8;
  return (
    (video + ladder.audio.length * audioMinute + (ladder.storyboard ? storyboardMinute : 0)) * minutes +
    stills +
    puts * S3_PUT_PRICE +
    analysisOutputsPrice(ladder, durationSeconds, tier)
  );
};
