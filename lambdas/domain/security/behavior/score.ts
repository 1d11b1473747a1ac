import {
  ANOMALY_LIMIT,
  BEHAVIOR_RULE_NAMES,
  BEHAVIOR_RULES,
  BUSIEST_SECONDS,
  MAX_BEHAVIOR_RISK,
  MIN_PLAYS,
  type BehaviorInput,
  type BehaviorRule,
} from '../../../contract/security/behavior-rules.ts';
import type { BehavioralPattern, PatternData, RulePoints } from '../../../contract/security/behavior.ts';

/** What the analysis of a pattern found. */
export type BehaviorScore = Pick<BehavioralPattern, 'risk_score' | 'points' | 'anomaly_detected'>;

/** How a user can operate the site without a mouse. */
const WITHOUT_MOUSE: readonly BehaviorInput[] = ['touch', 'keyboard', 'assistive'];

const beyond = (value: number, limit: number): number | undefined => (value > limit ? value : undefined);

/**
 * The value of each rule, if the rule applies. It applies beyond its limit only: at the limit, and below, it adds
 * nothing.
 */
const findings: Readonly<Record<BehaviorRule, (data: PatternData) => number | undefined>> = {
  skip_rate: ({ counts: { plays, skips } }) =>
    plays >= MIN_PLAYS ? beyond(Math.min(1, skips / plays), BEHAVIOR_RULES.skip_rate.limit) : undefined,
  pause_frequency: ({ counts }) => beyond(counts.pauses, BEHAVIOR_RULES.pause_frequency.limit),
  quality_changes: ({ counts }) => beyond(counts.quality_changes, BEHAVIOR_RULES.quality_changes.limit),
  steady_volume: ({ counts }) =>
    counts.volume_changes === 0 ? beyond(counts.watch_seconds, BEHAVIOR_RULES.steady_volume.limit) : undefined,
  click_speed: ({ counts }) => beyond(counts.busiest_clicks / BUSIEST_SECONDS, BEHAVIOR_RULES.click_speed.limit),
  few_mouse_moves: ({ counts: { mouse_moves: moves, page_views: views }, inputs }) => {
    const { limit, below } = BEHAVIOR_RULES.few_mouse_moves;
    if (inputs.some((input) => WITHOUT_MOUSE.includes(input))) return undefined;
    return views > limit && moves < below ? moves : undefined;
  },
};

/** Scores a pattern by the rules of anomaly scoring (specification 001, section 5). */
export const scoreOf = (data: PatternData): BehaviorScore => {
  const points = BEHAVIOR_RULE_NAMES.flatMap((rule): readonly RulePoints[] => {
    const value = findings[rule](data);
    return value === undefined ? [] : [{ rule, points: BEHAVIOR_RULES[rule].points, value }];
  });
  const risk = Math.min(
    MAX_BEHAVIOR_RISK,
    points.reduce((sum, { points: added }) => sum + added, 0),
  );
  return { risk_score: risk, points, anomaly_detected: risk > ANOMALY_LIMIT };
};
