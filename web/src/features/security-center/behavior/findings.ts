import { BEHAVIOR_RULES, MIN_PLAYS } from '../../../../../lambdas/contract/security/behavior-rules.ts';
import type { BehavioralPattern, RulePoints } from '../../../../../lambdas/contract/security/behavior.ts';
import type { RulePrecision } from '../../../../../lambdas/contract/admin/security-alerts.ts';
import { MIN_LABELS } from '../../../../../lambdas/contract/admin/security-rules.ts';
import { formatCount } from '../../../lib/format.ts';
import { overviewTexts } from '../texts.ts';
import { behaviorTexts } from './texts.ts';

const { found } = behaviorTexts.patterns;
const SECONDS_PER_MINUTE = 60;

const percent = (share: number): number => Math.round(share * 100);
/** A measured value with at most one decimal. */
const measured = (value: number): string => formatCount(Math.round(value * 10) / 10);

/** What a rule found in a pattern, with the value and the limit. */
export const findingOf = ({ rule, value }: RulePoints, { pattern_data: { counts } }: BehavioralPattern): string => {
  const { limit } = BEHAVIOR_RULES[rule];
  switch (rule) {
    case 'skip_rate':
      return found.skip_rate(`${percent(value)} %`, `${percent(limit)} %`, measured(MIN_PLAYS));
    case 'steady_volume':
      return found.steady_volume(measured(value / SECONDS_PER_MINUTE), measured(limit / SECONDS_PER_MINUTE));
    case 'few_mouse_moves':
      return found.few_mouse_moves(
        measured(counts.mouse_moves),
        measured(counts.page_views),
        measured(BEHAVIOR_RULES.few_mouse_moves.below),
        measured(limit),
      );
    default:
      return found[rule](measured(value), measured(limit));
  }
};

/** The alert rule that counts anomalies. */
const RULE = 'behavior_anomalies';

/** How often alerts about anomalies were false positives, by their labels. */
export const falsePositiveRate = (rules: readonly (Omit<RulePrecision, 'rule'> & { readonly rule: string })[]) => {
  const { precision = null, n = 0 } = rules.find(({ rule }) => rule === RULE) ?? {};
  const { notEnough, value } = overviewTexts.precision;
  return precision === null
    ? notEnough(n, MIN_LABELS)
    : value(percent(1 - precision.value), percent(1 - precision.high), percent(1 - precision.low), n);
};
