import { SafetyCategory, SafetyRisk } from '../../contract/admin/safety-shapes.ts';

/** The sensitive topics that policies, evidence and coverage name. */
export const CATEGORIES = SafetyCategory.options;
export type Category = SafetyCategory;

/** The four risks of that taxonomy, most severe first. */
export const RISKS = SafetyRisk.options;
export type Risk = SafetyRisk;

/**
 * What produced a result: an AWS service, our lexicon, the alignment of a script, or a user. Each stage chooses its
 * providers (`infra/stages.ts`).
 */
export const PROVIDERS = ['transcribe', 'rekognition', 'comprehend', 'bedrock', 'lexicon', 'alignment'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Where a result comes from. Every result has one. */
export interface Provenance {
  readonly provider: Provider;
  /** The provider's name of the model. */
  readonly model: string;
  /** The model's version as the provider reports it. Those of the local cloud's engines start with `local-`. */
  readonly version: string;
  /** Whether the provider's confidences are probabilities that were measured. Scores of word lists are not. */
  readonly calibrated: boolean;
  /** The categories that the model can detect at all. One that no model covers was not checked. */
  readonly covers: readonly Category[];
}

/** Whether a result comes from an engine of the local cloud, whose models can raise a review but never block. */
export const isLocalModel = ({ version }: Pick<Provenance, 'version'>): boolean => version.startsWith('local-');
