import type { ClassScores } from './models.ts';

/** A moderation label in the shape of the API. */
export interface ModerationLabel {
  /** From 0 to 100. */
  readonly Confidence: number;
  readonly Name: string;
  readonly ParentName: string;
  readonly TaxonomyLevel: number;
}

/** What both models found in an image, as DetectModerationLabels returns it. */
export interface Moderation {
  readonly ModerationLabels: readonly ModerationLabel[];
  readonly ContentTypes: readonly { readonly Confidence: number; readonly Name: string }[];
}

/** The model version of every response: the package whose models are used. */
export const MODERATION_MODEL = 'local-nsfwjs-4.4.0';

/** A score above which a model has found something. */
const FOUND = 0.5;
/** The highest confidence without the second model: below AWS's default for MinConfidence. */
const UNCONFIRMED = 49;

/**
 * The confidence of a finding, from 0 to 100. Over 50, both models found it, and this is the lower of their scores.
 * Up to 49, only the first suspects it, and this is about half of its score.
 *
 * The first model alone raises false alarms, so the default MinConfidence of 50 returns only what the second confirms.
 * A caller that sends pictures to a person for review asks for less, and gets what the first suspects.
 */
const confidenceOf = (first: number, second = 0): number =>
  first > FOUND && second > FOUND ? 100 * Math.min(first, second) : UNCONFIRMED * first;

const explicit = ({ porn, hentai }: ClassScores): number => porn + hentai;
const suggestive = ({ sexy }: ClassScores): number => sexy;
const drawn = ({ drawing, hentai }: ClassScores): number => drawing + hentai;

/**
 * The categories of AWS's moderation taxonomy 7 that the models know. Their classes do not distinguish the lower levels
 * (nudity from sexual acts, a bare back from underwear), so only labels of the first level are returned. "Sexy" has
 * nude portraits and swimwear; the stricter of the two categories is used. There is no class for any other category.
 */
const CATEGORIES = [
  { name: 'Explicit', scoreOf: explicit },
  { name: 'Non-Explicit Nudity of Intimate parts and Kissing', scoreOf: suggestive },
] as const;

/**
 * Whether the second model can change the result, because the first has found something. It takes eight times as
 * long.
 */
export const needsConfirmation = (first: ClassScores): boolean =>
  [explicit, suggestive, drawn].some((scoreOf) => scoreOf(first) > FOUND);

/**
 * What the models found with at least the requested confidence, surest first. `second` is absent where it was not
 * needed.
 */
export const moderate = (first: ClassScores, second: ClassScores | undefined, minConfidence: number): Moderation => {
  const confident = (scoreOf: (scores: ClassScores) => number): number | undefined => {
    const confidence = confidenceOf(scoreOf(first), second && scoreOf(second));
    return confidence >= minConfidence ? Math.min(100, confidence) : undefined;
  };
  const labels = CATEGORIES.flatMap(({ name, scoreOf }) => {
    const confidence = confident(scoreOf);
    return confidence === undefined ? [] : [{ Confidence: confidence, Name: name, ParentName: '', TaxonomyLevel: 1 }];
  });
  const illustrated = confident(drawn);
  return {
    ModerationLabels: labels.sort((a, b) => b.Confidence - a.Confidence),
    ContentTypes: illustrated === undefined ? [] : [{ Confidence: illustrated, Name: 'Illustrated' }],
  };
};
