import { levelOf, trustOf, withoutPart } from '../../../../../lambdas/domain/security/tokens/trust.ts';

const at = (time: string): number => Date.parse(`2026-11-28T${time}Z`);
const NIGHT = at('03:00:00');
const facts = { risks: [], locationKnown: false, at: NIGHT };

it.each([
  ['nothing but the start', facts, 50],
  ['office hours', { ...facts, at: at('09:00:00') }, 55],
  ['a known place', { ...facts, locationKnown: true }, 60],
  ['behavior without risk', { ...facts, risks: [0, 0] }, 85],
  ['behavior of a mean risk of 30', { ...facts, risks: [20, 40] }, 70],
  ['behavior of the highest risk', { ...facts, risks: [100] }, 35],
  ['a third of a point, rounded', { ...facts, risks: [0, 0, 1] }, 84.8],
  ['all that can be', { risks: [0], locationKnown: true, at: at('12:00:00') }, 100],
])('trusts by %s', (_what, given, score) => {
  const trust = trustOf(given);
  expect(trust.score).toBe(score);
  expect(trust.parts.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 5);
});

it.each([
  ['08:59:59', 50],
  ['09:00:00', 55],
  ['17:59:59', 55],
  ['18:00:00', 50],
])('counts office hours in UTC at %s', (time, score) => {
  expect(trustOf({ ...facts, at: at(time) }).score).toBe(score);
});

it.each([
  [69.9, false, 1],
  [70, false, 1],
  [70.1, false, 2],
  [85, true, 2],
  [85.1, true, 3],
  // Without a known place, no trust is enough.
  [85.1, false, 2],
  [100, false, 2],
])('gives a trust of %d (place known: %s) level %d', (score, locationKnown, level) => {
  expect(levelOf(score, locationKnown)).toBe(level);
});

it('is that of the other parts without one that is no longer allowed', () => {
  const noon = at('12:00:00');
  const full = trustOf({ risks: [0], locationKnown: true, at: noon });
  expect(full.level).toBe(3);
  const placeOnly = trustOf({ risks: [], locationKnown: true, at: noon });
  expect(withoutPart(full.parts, 'history')).toEqual(placeOnly);
  expect(withoutPart(full.parts, 'location')).toEqual(trustOf({ risks: [0], locationKnown: false, at: noon }));
  expect(withoutPart(placeOnly.parts, 'history')).toBeUndefined();
});
