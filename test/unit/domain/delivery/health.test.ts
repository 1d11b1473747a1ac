import { healthLabel, healthOf } from '../../../../lambdas/domain/delivery/health.ts';

const counted = '2026-11-27T08:00:00.000Z';
const asOf = {
  hits: '2026-11-28T10:00:00.000Z',
  errors: '2026-11-28T11:55:00.000Z',
  media: counted,
  current: counted,
};
const perfect = { hitRatio: 100, errorRate: 0, withoutMedia: 0, outdatedMedia: 0, asOf };

it('adds 30 for hits, 25 for requests without errors, 25 and 20 for media', () => {
  expect(healthOf(perfect)).toEqual({
    healthScore: 100,
    label: 'Excellent',
    parts: [
      { part: 'hits', points: 30, most: 30, value: 1, as_of: asOf.hits },
      { part: 'errors', points: 25, most: 25, value: 0, as_of: asOf.errors },
      { part: 'media', points: 25, most: 25, value: 0, as_of: counted },
      { part: 'current', points: 20, most: 20, value: 0, as_of: counted },
    ],
  });
  // The specification's own example: 0.85 x 30 + 0.98 x 25 + 25 + 20.
  expect(healthOf({ ...perfect, hitRatio: 85, errorRate: 2 }).healthScore).toBe(95);
});

it('halves the points of media with any title without media, or any with outdated ones', () => {
  expect(healthOf({ ...perfect, withoutMedia: 1 }).healthScore).toBe(87.5);
  expect(healthOf({ ...perfect, outdatedMedia: 7 }).healthScore).toBe(90);
  expect(healthOf({ ...perfect, withoutMedia: 1, outdatedMedia: 7 }).healthScore).toBe(77.5);
});

it.each([
  [100, 'Excellent'],
  [90, 'Excellent'],
  [89.99, 'Good'],
  [70, 'Good'],
  [69.99, 'Needs Improvement'],
  [0, 'Needs Improvement'],
])('labels %d as %s', (score, label) => {
  expect(healthLabel(score)).toBe(label);
});

it.each([
  // 30 x 2/3 + 25 + 25 + 20 = 90, although two thirds have no exact number.
  [{ ...perfect, hitRatio: 200 / 3 }, 90, 'Excellent'],
  [{ ...perfect, hitRatio: 66.6 }, 89.98, 'Good'],
  [{ ...perfect, hitRatio: 0 }, 70, 'Good'],
  [{ ...perfect, hitRatio: 0, errorRate: 0.2 }, 69.95, 'Needs Improvement'],
])('%j has the score %d', (input, healthScore, label) => {
  expect(healthOf(input)).toMatchObject({ healthScore, label });
});

it.each(['hitRatio', 'errorRate', 'withoutMedia', 'outdatedMedia'] as const)('has no score without %s', (missing) => {
  const { healthScore, label, parts } = healthOf({ ...perfect, [missing]: null });
  expect([healthScore, label]).toEqual([null, null]);
  expect(parts.filter(({ points }) => points === null)).toHaveLength(1);
  expect(parts.filter(({ points }) => points !== null)).toHaveLength(3);
});
