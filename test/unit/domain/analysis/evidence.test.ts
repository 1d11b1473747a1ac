import { summarizeFrames } from '../../../../lambdas/domain/analysis/frames.ts';
import type { Provenance } from '../../../../lambdas/domain/analysis/provenance.ts';
import type { Evidence } from '../../../../lambdas/domain/analysis/results.ts';
import { summarizeText } from '../../../../lambdas/domain/analysis/text.ts';

const provenance: Provenance = { provider: 'rekognition', model: 'm', version: '7.0', calibrated: true, covers: [] };
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** Ids of the pieces of one category. */
const idsOf = (evidence: readonly Evidence[], category: string): readonly string[] =>
  evidence.filter((piece) => piece.category === category).map(({ id }) => id);

describe('evidence of a frequent category', () => {
  it('leaves room for the frames of a rare one, and the surest remain', () => {
    const frames = numbers(400);
    const rare = new Set([20, 30]);
    const { evidence } = summarizeFrames({
      plan: frames,
      intervalMs: 1000,
      provenance,
      moderation: new Map(
        frames.map((index) => [
          index,
          {
            ModerationLabels: [
              { Name: 'Alcohol', ParentName: '', TaxonomyLevel: 1, Confidence: index < 100 ? 95 : 99 },
              ...(rare.has(index) ? [{ Name: 'Explicit', ParentName: '', TaxonomyLevel: 1, Confidence: 90 }] : []),
            ],
          },
        ]),
      ),
      labels: new Map(),
      keyOf: String,
    });
    expect(evidence).toHaveLength(300);
    expect(idsOf(evidence, 'adult')).toEqual(['frame-20-adult', 'frame-30-adult']);
    expect(idsOf(evidence, 'drugs')).toEqual(numbers(298).map((index) => `frame-${index + 100}-drugs`));
  });

  it('leaves room for the passages of a rare one', () => {
    const blocks = numbers(250).map((index) => ({ from_ms: index, to_ms: index + 1, text: 'Words.', starts: [] }));
    const found = blocks.map((_, index) => ({
      Labels: [{ Name: 'PROFANITY', Score: 0.99 }, ...(index === 7 ? [{ Name: 'HATE_SPEECH', Score: 0.6 }] : [])],
    }));
    const { evidence } = summarizeText({
      language: null,
      rated: { blocks: [], answers: [], batch: 1 },
      named: { blocks: [], answers: [] },
      toxic: { blocks, answers: [{ ResultList: found }], batch: 250 },
      provenance,
    });
    expect(evidence).toHaveLength(200);
    expect(idsOf(evidence, 'hate')).toEqual(['text-7-hate_speech']);
  });
});
