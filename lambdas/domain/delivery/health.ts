import { HEALTH_LABELS, HEALTH_POINTS, type HealthPart } from '../../contract/delivery/monitor-rules.ts';
import type { CdnHealth } from '../../contract/delivery/monitor.ts';

/** What the health score is computed from. Null: not known yet. */
export interface HealthInput {
  /** 0 to 100. */
  readonly hitRatio: number | null;
  /** 0 to 100. */
  readonly errorRate: number | null;
  /** Published titles without media, and with outdated media. */
  readonly withoutMedia: number | null;
  readonly outdatedMedia: number | null;
  /** The end of what each part comes from. */
  readonly asOf: Readonly<Record<HealthPart, string | null>>;
}

/** All points without such a title, half of them with any. */
const halfWithAny = (titles: number): number => (titles === 0 ? 1 : 0.5);

const asShare = (percent: number | null): number | null => (percent === null ? null : percent / 100);

/** Rounded to a hundredth, so that a sum of fractions does not miss a label by an error of floating-point numbers. */
const rounded = (score: number): number => Math.round(score * 100) / 100;

/** The label of a score. */
export const healthLabel = (score: number) =>
  HEALTH_LABELS.find(({ from }) => score >= from)?.label ?? HEALTH_LABELS[2].label;

/**
 * The health score of the specification, section 9: "cache hit ratio x30 + (1 - error rate) x25 + 25 (12.5 if any
 * content lacks a CDN URL) + 20 (10 if temporary URLs remain)". Here, a title lacks a URL when it has no media, and
 * outdated media are what must be replaced. Without a part, there is no score.
 */
export const healthOf = ({ hitRatio, errorRate, withoutMedia, outdatedMedia, asOf }: HealthInput): CdnHealth => {
  const part = (name: HealthPart, value: number | null, share: (value: number) => number) => ({
    part: name,
    points: value === null ? null : HEALTH_POINTS[name] * share(value),
    most: HEALTH_POINTS[name],
    value,
    as_of: asOf[name],
  });
  const parts = [
    part('hits', asShare(hitRatio), (ratio) => ratio),
    part('errors', asShare(errorRate), (rate) => 1 - rate),
    part('media', withoutMedia, halfWithAny),
    part('current', outdatedMedia, halfWithAny),
  ];
  const points = parts.map(({ points: own }) => own).filter((own) => own !== null);
  if (points.length < parts.length) return { healthScore: null, label: null, parts };
  const healthScore = rounded(points.reduce((sum, own) => sum + own, 0));
  return { healthScore, label: healthLabel(healthScore), parts };
};
