import { SafetyCategory, type SafetyRule, type SafetyRules } from '../../../../lambdas/contract/admin/safety-shapes.ts';
import { safetyTexts } from './texts.ts';

const texts = safetyTexts.policy;

/** A rule as its fields contain it: numbers as texts. */
export type RuleValues = Readonly<
  Record<Exclude<keyof SafetyRule, 'require_coverage'>, string> & { require_coverage: boolean }
>;
export type PolicyValues = Record<SafetyCategory, RuleValues>;

/** The fields of a rule that are numbers, with their ranges. Thresholds can be blank. */
export const NUMBERS = {
  review_at: { min: 0, max: 1, step: 0.01 },
  min_hits: { min: 1, max: 100, step: 1 },
  block_at: { min: 0, max: 1, step: 0.01 },
  block_hits: { min: 1, max: 100, step: 1 },
  window_s: { min: 1, max: 3600, step: 1 },
} as const;
export type NumberField = keyof typeof NUMBERS;
export const NUMBER_FIELDS = Object.keys(NUMBERS) as NumberField[];

/** Whether a field can be blank, which means never. */
export const isThreshold = (field: NumberField): boolean => field === 'review_at' || field === 'block_at';

export const valuesOf = (rules: SafetyRules): PolicyValues =>
  Object.fromEntries(
    SafetyCategory.options.map((category) => {
      const rule = rules[category];
      const numbers = NUMBER_FIELDS.map((field) => [field, rule[field] === null ? '' : String(rule[field])]);
      return [category, { ...Object.fromEntries(numbers), require_coverage: rule.require_coverage }];
    }),
  ) as PolicyValues;

/** The problem of a number; undefined when it is valid. */
export const numberProblem = (field: NumberField, value: string): string | undefined => {
  const { min, max, step } = NUMBERS[field];
  if (value.trim() === '' && isThreshold(field)) return undefined;
  const number = Number(value);
  const isValid = value.trim() !== '' && number >= min && number <= max && (step < 1 || Number.isInteger(number));
  if (isValid) return undefined;
  return step < 1 ? texts.number(min, max) : texts.whole(min, max);
};

/** The rules that valid fields describe. */
export const rulesOf = (values: PolicyValues): SafetyRules =>
  Object.fromEntries(
    SafetyCategory.options.map((category) => {
      const { require_coverage, ...fields } = values[category];
      const numbers = NUMBER_FIELDS.map((field) => [field, fields[field].trim() === '' ? null : Number(fields[field])]);
      return [category, { ...Object.fromEntries(numbers), require_coverage }];
    }),
  ) as SafetyRules;

const isSame = (one: string | boolean, other: string | boolean): boolean =>
  one === other || (typeof one === 'string' && one.trim() !== '' && other !== '' && Number(one) === Number(other));

/** The name of each field whose value is none of those in `policies`, with its value. */
export const editsOf = (edited: PolicyValues, ...policies: readonly PolicyValues[]) =>
  SafetyCategory.options.flatMap((category) =>
    ([...NUMBER_FIELDS, 'require_coverage'] as const).flatMap((field) => {
      const value = edited[category][field];
      const isKnown = policies.some((policy) => isSame(value, policy[category][field]));
      return isKnown ? [] : [[`${category}.${field}`, value] as const];
    }),
  );
