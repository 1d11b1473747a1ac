import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClassScores } from '../../../../infra/local/services/rekognition/models.ts';
import {
  moderate,
  MODERATION_MODEL,
  needsConfirmation,
} from '../../../../infra/local/services/rekognition/moderation.ts';
import { repositoryRoot } from '../../../support/source-tree.ts';

const scores = (found: Partial<ClassScores>): ClassScores => ({
  drawing: 0,
  hentai: 0,
  porn: 0,
  sexy: 0,
  neutral: 1 - Object.values(found).reduce((sum, score) => sum + score, 0),
  ...found,
});
const named = (first: Partial<ClassScores>, second: Partial<ClassScores>, minConfidence = 50) => {
  const { ModerationLabels, ContentTypes } = moderate(scores(first), scores(second), minConfidence);
  return [...ModerationLabels, ...ContentTypes].map(({ Name, Confidence }) => [Name, Math.round(Confidence)]);
};

it('returns what both models found, with the lower of their scores', () => {
  expect(named({ porn: 0.97 }, { porn: 0.8 })).toEqual([['Explicit', 80]]);
  expect(named({ porn: 0.6 }, { porn: 0.99 })).toEqual([['Explicit', 60]]);
  expect(named({ sexy: 0.9 }, { sexy: 0.7 })).toEqual([['Non-Explicit Nudity of Intimate parts and Kissing', 70]]);
  expect(named({ neutral: 1 }, { neutral: 1 })).toEqual([]);
});

it('returns what only the first model found below the default confidence', () => {
  expect(named({ porn: 1 }, { porn: 0.5 })).toEqual([]);
  expect(named({ porn: 0 }, { porn: 1 }, 20)).toEqual([]);
  expect(named({ porn: 1 }, { porn: 0.5 }, 20)).toEqual([['Explicit', 49]]);
  expect(named({ porn: 0.8 }, {}, 20)).toEqual([['Explicit', 39]]);
});

it('never gives a surer finding a lower confidence', () => {
  const steps = Array.from({ length: 21 }, (_, index) => index / 20);
  const confidence = (first: number, second: number): number =>
    moderate(scores({ porn: first }), scores({ porn: second }), 0).ModerationLabels.find(
      ({ Name }) => Name === 'Explicit',
    )?.Confidence ?? -1;
  for (const other of steps) {
    for (const [index, score] of steps.entries()) {
      const before = steps[index - 1] ?? 0;
      expect(confidence(score, other)).toBeGreaterThanOrEqual(confidence(before, other));
      expect(confidence(other, score)).toBeGreaterThanOrEqual(confidence(other, before));
    }
  }
});

it('reports explicit drawings as explicit and as illustrated, and others as illustrated', () => {
  expect(named({ hentai: 0.9 }, { hentai: 0.85 })).toEqual([
    ['Explicit', 85],
    ['Illustrated', 85],
  ]);
  expect(named({ drawing: 0.9 }, { drawing: 0.8 })).toEqual([['Illustrated', 80]]);
});

it('runs the second model only where it can change the answer', () => {
  const suspicious = scores({ porn: 0.3, hentai: 0.3 });
  const clear = scores({ porn: 0.5, sexy: 0.1 });
  expect(needsConfirmation(suspicious)).toBe(true);
  expect(needsConfirmation(clear)).toBe(false);
  // No score of a second model changes what is found in a clear picture.
  for (const second of [scores({ porn: 1 }), scores({ sexy: 1 }), scores({ hentai: 1 }), scores({ drawing: 1 })])
    expect(moderate(clear, second, 20)).toEqual(moderate(clear, undefined, 20));
});

it('names the installed version of its models', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  expect(MODERATION_MODEL).toBe(`local-nsfwjs-${devDependencies['nsfwjs']}`);
});
