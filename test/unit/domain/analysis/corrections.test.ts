import { correct, withCorrections, type Corrections } from '../../../../lambdas/domain/analysis/corrections.ts';
import type { StepResult } from '../../../../lambdas/domain/analysis/results.ts';
import { specificationMetadata } from '../../../../lambdas/domain/analysis/title-view.ts';

const none: Corrections = { content_id: 'cnt_1', version_id: 'v1', corrections: [], rev: 0 };
const at = '2026-11-20T10:00:00.000Z';
const provenance = { provider: 'rekognition', version: '7.0' };
const results = [
  {
    step: 'frames',
    provenance,
    summary: {
      step: 'frames',
      frames: 2,
      skipped: 0,
      labels: [
        { name: 'Flower', confidence: 0.9, at_ms: [0] },
        { name: 'Dog', confidence: 0.4, at_ms: [3000] },
      ],
      evidence: [],
    },
  },
  { step: 'topics', provenance, summary: { step: 'topics', topics: [{ topic: 'food', score: 0.6 }] } },
] as unknown as readonly StepResult[];

it('replaces an earlier correction of the same name, keeps who and when, and can be withdrawn', () => {
  const removed = correct(none, { kind: 'label', name: 'Dog', change: 'removed', by: 'a', at });
  expect(removed).toEqual({
    ...none,
    corrections: [{ kind: 'label', name: 'Dog', change: 'removed', by: 'a', at }],
    rev: 1,
  });
  const added = correct(removed, { kind: 'label', name: 'Dog', change: 'added', by: 'b', at });
  expect(added.corrections).toEqual([{ kind: 'label', name: 'Dog', change: 'added', by: 'b', at }]);
  expect(correct(added, { kind: 'topic', name: 'Dog', change: 'none', by: 'b', at }).corrections).toHaveLength(1);
  expect(correct(added, { kind: 'label', name: 'Dog', change: 'none', by: 'b', at })).toEqual({ ...none, rev: 3 });
});

it('changes labels and topics in what is shown, and leaves the stored results as they are', () => {
  const before = structuredClone(results);
  const corrections = [
    { kind: 'label', name: 'Dog', change: 'removed', by: 'a', at },
    { kind: 'label', name: 'Lotus', change: 'added', by: 'a', at },
    { kind: 'label', name: 'Flower', change: 'added', by: 'a', at },
    { kind: 'topic', name: 'food', change: 'removed', by: 'a', at },
    { kind: 'topic', name: 'nature', change: 'added', by: 'a', at },
  ] as const;
  const metadata = specificationMetadata(withCorrections(results, { corrections }), null);
  expect(metadata.video_analysis?.labels).toEqual([
    { name: 'Lotus', confidence: 1 },
    { name: 'Flower', confidence: 0.9 },
  ]);
  expect(metadata.content_analysis?.topics).toEqual([{ topic: 'nature', score: 1 }]);
  expect(results).toEqual(before);
  expect(withCorrections(results, { corrections: [] })).toBe(results);
});
