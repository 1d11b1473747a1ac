import type { Category } from '../../../lambdas/domain/analysis/provenance.ts';
import type { Evidence } from '../../../lambdas/domain/analysis/results.ts';
import { initialPolicy, type CategoryRule, type SafetyPolicy } from '../../../lambdas/domain/safety/policy.ts';

/** A frame that a model of AWS found at a second. */
export const frameAt = (second: number, confidence: number | null, fields: Partial<Evidence> = {}): Evidence => ({
  id: `frame-${second}-${fields.category ?? 'adult'}`,
  category: 'adult',
  kind: 'frame',
  from_ms: second * 1000,
  to_ms: second * 1000 + 3000,
  quote: null,
  frame_key: `analysis/c/v/frame.${second}.jpg`,
  label: 'Explicit',
  parent: null,
  confidence,
  provider: 'rekognition',
  model: 'moderation',
  version: '7.0',
  ...fields,
});

/** The standard policy with other values in one category. */
export const policyWith = (category: Category, rule: Partial<CategoryRule>): SafetyPolicy => ({
  ...initialPolicy.rules,
  [category]: { ...initialPolicy.rules[category], ...rule },
});
