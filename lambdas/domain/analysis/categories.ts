import type { Category, Risk } from './provenance.ts';

/**
 * What a label of a provider means. The risk is that of the kind of content which the label names: no label says
 * whether it is shown as news, education or entertainment, so it is the most severe one that is usual for the kind.
 */
export interface LabelMeaning {
  readonly category: Category;
  readonly risk: Risk;
}

const meanings = (
  labels: Readonly<Record<string, readonly [category: Category, risk: Risk]>>,
): ReadonlyMap<string, LabelMeaning> =>
  new Map(Object.entries(labels).map(([label, [category, risk]]) => [label, { category, risk }]));

/**
 * Rekognition's moderation labels, taxonomy 7, that belong to a category of ours. Labels of the second level decide
 * before their parents; the third level never does (AWS advises to decide on the first two). Labels that are missing
 * here, such as a kiss or swimwear, are not sensitive on their own.
 */
const MODERATION = meanings({
  Explicit: ['adult', 'floor'],
  'Non-Explicit Nudity of Intimate parts and Kissing': ['adult', 'medium'],
  'Non-Explicit Nudity': ['adult', 'high'],
  'Obstructed Intimate Parts': ['adult', 'medium'],
  Violence: ['crime', 'high'],
  'Graphic Violence': ['conflict', 'floor'],
  Weapons: ['arms', 'high'],
  'Visually Disturbing': ['conflict', 'high'],
  'Drugs & Tobacco': ['drugs', 'high'],
  Alcohol: ['drugs', 'low'],
  'Rude Gestures': ['profanity', 'medium'],
  'Hate Symbols': ['hate', 'floor'],
  Extremist: ['terrorism', 'floor'],
});

/** Labels of the second level that exempt a picture from its parent's category. */
const HARMLESS: ReadonlySet<string> = new Set(['Kissing on the Lips']);

/** A moderation label as Rekognition returns it, with a confidence of 0 to 100. */
export interface ModerationLabel {
  readonly Name?: string | undefined;
  readonly ParentName?: string | undefined;
  readonly TaxonomyLevel?: number | undefined;
  readonly Confidence?: number | undefined;
}

/** The labels of a picture that are evidence, one for each category: the surest of the most specific level. */
export const sensitiveLabels = (
  labels: readonly ModerationLabel[],
): readonly (LabelMeaning & { readonly label: ModerationLabel })[] => {
  const harmlessParents = new Set(
    labels.filter(({ Name = '' }) => HARMLESS.has(Name)).map(({ ParentName = '' }) => ParentName),
  );
  const sensitiveParents = new Set(
    labels
      .filter(({ Name = '', TaxonomyLevel: level }) => level === 2 && MODERATION.has(Name))
      .map(({ ParentName }) => ParentName),
  );
  const found = new Map<Category, LabelMeaning & { readonly label: ModerationLabel }>();
  for (const label of labels) {
    const { Name = '', TaxonomyLevel: level = 1 } = label;
    const meaning = MODERATION.get(Name);
    // A parent says nothing of its own when one of its children was found.
    if (!meaning || level > 2 || (level === 1 && sensitiveParents.has(Name))) continue;
    if (level === 1 && harmlessParents.has(Name)) continue;
    const other = found.get(meaning.category);
    if (!other || (label.Confidence ?? 0) > (other.label.Confidence ?? 0))
      found.set(meaning.category, { ...meaning, label });
  }
  return [...found.values()];
};

/** What each model of Rekognition can detect, by the beginning of its version. An unknown model covers nothing. */
const MODERATION_MODELS: readonly (readonly [version: string, covers: readonly Category[]])[] = [
  ['7.', ['adult', 'arms', 'crime', 'conflict', 'hate', 'profanity', 'drugs', 'terrorism']],
  ['local-nsfwjs', ['adult']],
];

/** The categories that a version of the moderation model can detect. */
export const moderationCoverage = (version: string): readonly Category[] =>
  MODERATION_MODELS.find(([start]) => version.startsWith(start))?.[1] ?? [];

/** Comprehend's labels of toxic text. */
const TOXICITY = meanings({
  GRAPHIC: ['conflict', 'high'],
  HARASSMENT_OR_ABUSE: ['hate', 'high'],
  HATE_SPEECH: ['hate', 'floor'],
  INSULT: ['hate', 'medium'],
  PROFANITY: ['profanity', 'medium'],
  SEXUAL: ['adult', 'high'],
  VIOLENCE_OR_THREAT: ['crime', 'high'],
});

/** Category and risk of a label of toxic text; undefined for an unknown one. */
export const toxicMeaning = (label: string): LabelMeaning | undefined => TOXICITY.get(label);
