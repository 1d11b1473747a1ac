import {
  ANOMALY_LIMIT,
  BEHAVIOR_RULE_NAMES,
  BEHAVIOR_RULES,
  MAX_BEHAVIOR_RISK,
  type BehaviorCount,
  type BehaviorRule,
} from '../../../../lambdas/contract/security/behavior-rules.ts';
import { scoreOf } from '../../../../lambdas/domain/security/behavior/score.ts';
import { counted } from '../../../support/behavior.ts';

type Counts = Partial<Record<BehaviorCount, number>>;

/** The rules of the specification (001, section 5), written down a second time: counts and points. */
const specified: Readonly<
  Record<
    BehaviorRule,
    { readonly points: number; readonly beyond: Counts; readonly at: Counts; readonly below: Counts }
  >
> = {
  skip_rate: {
    points: 25,
    below: { plays: 100, skips: 79 },
    at: { plays: 100, skips: 80 },
    beyond: { plays: 100, skips: 81 },
  },
  pause_frequency: { points: 15, below: { pauses: 19 }, at: { pauses: 20 }, beyond: { pauses: 21 } },
  quality_changes: {
    points: 20,
    below: { quality_changes: 9 },
    at: { quality_changes: 10 },
    beyond: { quality_changes: 11 },
  },
  steady_volume: {
    points: 30,
    below: { watch_seconds: 1799 },
    at: { watch_seconds: 1800 },
    beyond: { watch_seconds: 1801 },
  },
  click_speed: {
    points: 20,
    below: { busiest_clicks: 49 },
    at: { busiest_clicks: 50 },
    beyond: { busiest_clicks: 51 },
  },
  few_mouse_moves: {
    points: 25,
    below: { page_views: 4, mouse_moves: 9 },
    at: { page_views: 5, mouse_moves: 9 },
    beyond: { page_views: 6, mouse_moves: 9 },
  },
};
const rules = Object.keys(specified) as BehaviorRule[];

describe('a rule of anomaly scoring', () => {
  it.each(rules)('%s adds its points beyond its limit, and none at it or below', (rule) => {
    const { points, ...cases } = specified[rule];
    const found = (counts: Counts) => scoreOf(counted(counts, 'mouse')).points.map((one) => [one.rule, one.points]);
    expect([cases.below, cases.at, cases.beyond].map(found)).toEqual([[], [], [[rule, points]]]);
    expect(BEHAVIOR_RULES[rule].points).toBe(points);
  });

  it('says what was measured', () => {
    const valueOf = (counts: Counts) => scoreOf(counted(counts, 'mouse')).points.map(({ value }) => value);
    expect(rules.map((rule) => valueOf(specified[rule].beyond))).toEqual([[0.81], [21], [11], [1801], [5.1], [9]]);
    // A browser can say that more was skipped than played.
    expect(valueOf({ plays: 5, skips: 500 })).toEqual([1]);
  });

  it('about skipped titles needs enough plays', () => {
    expect([4, 5].map((plays) => scoreOf(counted({ plays, skips: plays })).risk_score)).toEqual([0, 25]);
  });

  it('about the volume does not apply once it was changed', () => {
    expect(scoreOf(counted({ watch_seconds: 80_000, volume_changes: 1 })).risk_score).toBe(0);
  });

  it('about the mouse applies below ten movements, and not with touch, keys or assistive technology', () => {
    const riskOf = (mouse_moves: number, ...inputs: Parameters<typeof counted>[1][]) =>
      scoreOf(counted({ page_views: 6, mouse_moves }, ...inputs)).risk_score;
    expect([riskOf(9, 'mouse'), riskOf(10, 'mouse'), riskOf(0)]).toEqual([25, 0, 25]);
    expect([riskOf(0, 'touch'), riskOf(0, 'mouse', 'keyboard'), riskOf(0, 'assistive')]).toEqual([0, 0, 0]);
  });
});

it('adds the points of all 64 combinations of rules, at most 100, and finds an anomaly above 40', () => {
  expect([...BEHAVIOR_RULE_NAMES].sort()).toEqual([...rules].sort());
  const seen = new Set<string>();
  const anomalies: number[] = [];
  for (let bits = 0; bits < 2 ** rules.length; bits += 1) {
    const chosen = rules.filter((_rule, index) => (bits >> index) % 2 === 1);
    const counts = Object.assign({}, ...chosen.map((rule) => specified[rule].beyond)) as Counts;
    const { risk_score: risk, points, anomaly_detected: isAnomaly } = scoreOf(counted(counts, 'mouse'));
    const sum = chosen.reduce((total, rule) => total + specified[rule].points, 0);
    expect([points.map(({ rule }) => rule).sort(), risk]).toEqual([[...chosen].sort(), Math.min(100, sum)]);
    expect(isAnomaly).toBe(sum > 40);
    seen.add(chosen.join());
    if (isAnomaly) anomalies.push(risk);
  }
  expect([seen.size, Math.min(...anomalies), Math.max(...anomalies)]).toEqual([64, 45, MAX_BEHAVIOR_RISK]);
  // 25 and 15 points are exactly the limit, and no anomaly.
  const { skip_rate: skips, pause_frequency: pauses } = specified;
  expect(scoreOf(counted({ ...skips.beyond, ...pauses.beyond }))).toMatchObject({
    risk_score: ANOMALY_LIMIT,
    anomaly_detected: false,
  });
});
