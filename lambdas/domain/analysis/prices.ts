import type { LanguageModel } from '../../contract/content/language-models.ts';
import type { Ladder } from '../media/ladder.ts';
import { mostTopicsCost } from './topics/topics-price.ts';

/**
 * List prices of the analysis in US dollars, us-east-1, first volume step. Entered by hand; check before relying on
 * them. With those of MediaConvert (`media/prices.ts`), they are what administrators see.
 */
export const ANALYSIS_PRICES = {
  /** A second of sound in Transcribe, batch: the AWS price list's `TranscribeAudio`, September 2026. No minimum. */
  transcribeSecond: 0.0001,
  /** An image in Rekognition, DetectModerationLabels and DetectLabels (Group 2): pricing page, October 2026. */
  image: 0.001,
  /** A unit of text in Comprehend (sentiment, entities, language): the pricing page's examples, 2026. */
  textUnit: 0.0001,
  /**
   * A unit of text in DetectToxicContent. The pages that we could read name no price, so this is that of the other
   * operations. If a bill differs, change this value.
   */
  toxicTextUnit: 0.0001,
} as const;

/** Characters of a unit in Comprehend, and the least number of units that a text costs. */
const UNIT_CHARACTERS = 100;
export const LEAST_UNITS = 3;

/** Units that Comprehend charges for a text. */
export const textUnits = (text: string): number => Math.max(LEAST_UNITS, Math.ceil([...text].length / UNIT_CHARACTERS));

/** Characters that are spoken in a second: 150 words a minute, six characters each with the space. For estimates. */
const SPOKEN_CHARACTERS = 15;

/** Share of frames that look like an earlier one and are not sent. For estimates; of films, more do. */
const ALIKE_SHARE = 0.5;

/** The most frames of a video whose labels are found, and one in how many distinct frames. Labels describe scenes. */
export const MAX_LABELED_FRAMES = 40;
export const LABELED_FRAMES_STEP = 4;

/** How many of the distinct frames of a video are sent to find their labels. */
export const labeledFrames = (distinct: number): number =>
  Math.min(MAX_LABELED_FRAMES, Math.ceil(distinct / LABELED_FRAMES_STEP));

type Media = { readonly ladder?: Ladder | undefined; readonly duration?: number | undefined };

/** Expected price of analyzing the frames of a video. */
export const framesPrice = ({ ladder }: Media): number => {
  const distinct = Math.ceil((ladder?.analysis?.frames?.count ?? 0) * (1 - ALIKE_SHARE));
  return (distinct + labeledFrames(distinct)) * ANALYSIS_PRICES.image;
};

/** Expected price of analyzing a text: sentiment and entities of all of it, the language of its beginning, toxicity. */
const priceOfCharacters = (characters: number): number => {
  const units = characters / UNIT_CHARACTERS;
  const { textUnit, toxicTextUnit } = ANALYSIS_PRICES;
  return (2 * units + LEAST_UNITS) * textUnit + units * toxicTextUnit;
};

/** Most that finding the topics of a title in which someone speaks all the time is expected to cost. */
export const topicsPrice = (model: LanguageModel, { ladder, duration = 0 }: Media): number =>
  ladder?.analysis?.soundChannels === undefined ? 0 : mostTopicsCost(model, duration * SPOKEN_CHARACTERS);

/** Most that finding the topics of a transcript can cost. */
export const transcriptTopicsPrice = (model: LanguageModel, segments: readonly { readonly text: string }[]): number =>
  mostTopicsCost(model, Buffer.byteLength(segments.map(({ text }) => text).join(' ')));

/** Expected price of analyzing the text of a title in which someone speaks all the time. */
export const textPrice = ({ ladder, duration = 0 }: Media): number =>
  ladder?.analysis?.soundChannels === undefined ? 0 : priceOfCharacters(duration * SPOKEN_CHARACTERS);

/** Expected price of analyzing a transcript. */
export const transcriptPrice = (segments: readonly { readonly text: string }[]): number =>
  priceOfCharacters(segments.reduce((sum, { text }) => sum + [...text].length, 0));

/** Expected price of transcribing the sound of a title. */
export const speechPrice = ({ ladder, duration = 0 }: Media): number =>
  ladder?.analysis?.soundChannels === undefined ? 0 : duration * ANALYSIS_PRICES.transcribeSecond;
