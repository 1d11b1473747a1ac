import { SafetyCategory, type SafetyRule, type SafetyRules } from '../../../../lambdas/contract/admin/safety-shapes.ts';
import { categoryNames, safetyTexts } from './texts.ts';

const texts = safetyTexts.policy;

/** Every field of a rule with its name, in the order of the form. */
const FIELDS = { ...texts.fields, require_coverage: texts.coverage } satisfies Record<keyof SafetyRule, string>;

const valueText = (value: number | boolean | null): string => {
  if (value === null) return texts.never;
  return typeof value === 'boolean' ? texts.choices[value ? 'on' : 'off'] : String(value);
};

/** What differs between two policies, a sentence for each field; empty when they are the same. */
export const policyChanges = (before: SafetyRules, after: SafetyRules): readonly string[] =>
  SafetyCategory.options.flatMap((category) =>
    (Object.keys(FIELDS) as (keyof SafetyRule)[]).flatMap((field) => {
      const [from, to] = [before[category][field], after[category][field]];
      return from === to ? [] : [texts.changed(categoryNames[category], FIELDS[field], valueText(from), valueText(to))];
    }),
  );
