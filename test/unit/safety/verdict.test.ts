import fc from '../../support/setup/fast-check.ts';
import { CATEGORIES } from '../../../lambdas/domain/analysis/provenance.ts';
import type { StepResult } from '../../../lambdas/domain/analysis/results.ts';
import { decisiveOf, decisiveVerdict } from '../../../lambdas/domain/safety/decisive.ts';
import { initialPolicy, policyProblems, type CategoryRule } from '../../../lambdas/domain/safety/policy.ts';
import { previewOf, SAMPLES } from '../../../lambdas/domain/safety/preview.ts';
import {
  areStale,
  evidenceDigest,
  findingsOf,
  isMilder,
  modelsOf,
  verdictOf,
  type Findings,
} from '../../../lambdas/domain/safety/verdict.ts';
import { rounds } from '../../support/rounds.ts';
import { frameAt, policyWith } from './findings.ts';

const policy = initialPolicy.rules;
const findings = (fields: Partial<Findings>): Findings => ({
  evidence: [],
  coverage: ['adult'],
  problems: [],
  ...fields,
});
const verdict = (fields: Partial<Findings>, rules = policy) => verdictOf(findings(fields), rules).verdict;

describe('the verdict about a title', () => {
  it('is clear when everything required was checked and nothing was found', () => {
    expect(verdictOf(findings({}), policy)).toEqual({ verdict: 'clear', raised: [], missing: [], problems: [] });
  });

  it('is unknown, never clear, when a required category was not checked', () => {
    expect(verdictOf(findings({ coverage: ['drugs'] }), policy)).toMatchObject({
      verdict: 'unknown',
      missing: ['adult'],
    });
    expect(verdict({ coverage: [] }, policyWith('adult', { require_coverage: false }))).toBe('clear');
  });

  it.each(['speech', 'text', 'frames'] as const)(
    'is unknown when %s failed or was skipped, but not when there was nothing to check',
    (step) => {
      const of = (state: 'failed' | 'skipped' | 'nothing-to-check') =>
        verdict({ problems: [{ step, state, reason: 'Why.' }] });
      expect([of('failed'), of('skipped'), of('nothing-to-check')]).toEqual(['unknown', 'unknown', 'clear']);
    },
  );

  it('needs a review when enough findings lie within the window', () => {
    const two = [frameAt(0, 0.6), frameAt(9, 0.61)];
    expect(verdictOf(findings({ evidence: two }), policy)).toMatchObject({
      verdict: 'review',
      raised: [{ category: 'adult', level: 'review', evidence_ids: ['frame-0-adult', 'frame-9-adult'] }],
    });
    expect(verdict({ evidence: [frameAt(0, 0.6), frameAt(11, 0.9)] })).toBe('clear');
    expect(verdict({ evidence: [frameAt(0, 0.6), frameAt(9, 0.59)] })).toBe('clear');
    expect(verdict({ evidence: [frameAt(0, 0.7, { category: 'drugs' })] })).toBe('review');
  });

  it('blocks when enough findings are severe', () => {
    const three = [0, 3, 6].map((second) => frameAt(second, 0.96));
    expect(verdict({ evidence: three })).toBe('blocked');
    expect(verdict({ evidence: three.slice(1) })).toBe('review');
  });

  it('lists what was not checked even when something was found', () => {
    expect(verdictOf(findings({ coverage: [], evidence: [frameAt(0, 0.9), frameAt(1, 0.9)] }), policy)).toMatchObject({
      verdict: 'review',
      missing: ['adult'],
    });
  });

  it('never blocks by local models, but they raise a review', () => {
    const local = [0, 3, 6].map((second) => frameAt(second, 1, { version: 'local-nsfwjs-4.4.0' }));
    expect(verdict({ evidence: local })).toBe('review');
  });

  it('never blocks by findings without a confidence, but they raise a review', () => {
    const words = [0, 3, 6].map((second) => frameAt(second, null, { category: 'profanity', kind: 'text' }));
    expect(verdict({ evidence: words }, policyWith('profanity', { block_at: 0 }))).toBe('review');
  });

  it('ignores a category without a confidence for reviews', () => {
    expect(verdict({ evidence: [frameAt(0, 1), frameAt(1, 1)] }, policyWith('adult', { review_at: null }))).toBe(
      'clear',
    );
  });
});

const confidence = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 6 });
const oneEvidence = fc
  .record({
    second: fc.integer({ min: 0, max: 60 }),
    confidence,
    category: fc.constantFrom(...CATEGORIES),
    version: fc.constantFrom('7.0', 'local-1'),
    id: fc.uuid(),
  })
  .map(({ second, confidence: value, ...fields }) => frameAt(second, value, fields));
const manyEvidence = fc.array(oneEvidence, { maxLength: 30 });
const coverage = fc.subarray([...CATEGORIES]);
const threshold = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 6 });
const rule: fc.Arbitrary<CategoryRule> = fc.record({
  review_at: threshold,
  min_hits: fc.integer({ min: 1, max: 4 }),
  block_at: threshold,
  block_hits: fc.integer({ min: 1, max: 4 }),
  window_s: fc.integer({ min: 1, max: 60 }),
  require_coverage: fc.boolean(),
});
const rules = fc.record(
  Object.fromEntries(CATEGORIES.map((category) => [category, rule])) as Record<
    (typeof CATEGORIES)[number],
    typeof rule
  >,
);
const problems = fc.subarray([
  { step: 'speech', state: 'nothing-to-check', reason: 'w' },
  { step: 'text', state: 'failed', reason: 'x' },
  { step: 'frames', state: 'skipped', reason: 'y' },
] as const);
const stricterThan = (lax: CategoryRule): fc.Arbitrary<CategoryRule> =>
  fc.record({
    review_at: lax.review_at === null ? threshold : fc.double({ min: 0, max: lax.review_at, noNaN: true }),
    min_hits: fc.integer({ min: 1, max: lax.min_hits }),
    block_at: lax.block_at === null ? threshold : fc.double({ min: 0, max: lax.block_at, noNaN: true }),
    block_hits: fc.integer({ min: 1, max: lax.block_hits }),
    window_s: fc.integer({ min: lax.window_s, max: 120 }),
    require_coverage: lax.require_coverage ? fc.constant(true) : fc.boolean(),
  });

describe('the verdict, whatever is found', () => {
  const numRuns = rounds('verdicts', { quick: 300, full: 20_000 });

  it('never becomes milder by more evidence, less coverage or a step that did not check', () => {
    fc.assert(
      fc.property(
        manyEvidence,
        manyEvidence,
        coverage,
        coverage,
        problems,
        rules,
        (some, more, all, less, failed, p) => {
          const before = verdictOf({ evidence: some, coverage: all, problems: [] }, p).verdict;
          const after = verdictOf(
            {
              evidence: [...some, ...more],
              coverage: all.filter((category) => less.includes(category)),
              problems: failed,
            },
            p,
          ).verdict;
          expect(isMilder(after, before)).toBe(false);
        },
      ),
      { numRuns },
    );
  });

  it('never becomes milder by a stricter policy', () => {
    fc.assert(
      fc.property(
        manyEvidence,
        coverage,
        problems,
        rules,
        fc.constantFrom(...CATEGORIES),
        fc.gen(),
        (e, c, f, p, category, gen) => {
          const strict = { ...p, [category]: gen(stricterThan, p[category]) };
          const found = { evidence: e, coverage: c, problems: f };
          expect(isMilder(verdictOf(found, strict).verdict, verdictOf(found, p).verdict)).toBe(false);
        },
      ),
      { numRuns },
    );
  });

  it('never blocks by local models alone, and is never clear without required coverage', () => {
    fc.assert(
      fc.property(manyEvidence, coverage, rules, (evidence, c, p) => {
        const local = evidence.map((one) => ({ ...one, version: 'local-1' }));
        const { verdict: found, missing } = verdictOf({ evidence: local, coverage: c, problems: [] }, p);
        expect(found).not.toBe('blocked');
        if (missing.length > 0) expect(found).not.toBe('clear');
      }),
      { numRuns },
    );
  });

  it('is the same for the copy that previews read, after it was stored', () => {
    fc.assert(
      fc.property(manyEvidence, coverage, problems, rules, (evidence, c, f, p) => {
        const found = { evidence, coverage: c, problems: f };
        const copy = JSON.parse(JSON.stringify(decisiveOf(found))) as ReturnType<typeof decisiveOf>;
        expect(decisiveVerdict(copy, p)).toBe(verdictOf(found, p).verdict);
      }),
      { numRuns },
    );
  });

  it('depends neither on the order of the evidence nor does its digest', () => {
    fc.assert(
      fc.property(manyEvidence, fc.nat(), rules, (evidence, seed, p) => {
        const shuffled = evidence
          .map((_, index) => evidence[(index + seed) % evidence.length] ?? evidence[0])
          .flatMap((one) => one ?? []);
        expect(evidenceDigest(shuffled)).toBe(evidenceDigest(evidence));
        expect(verdict({ evidence: shuffled }, p)).toBe(verdict({ evidence }, p));
      }),
      { numRuns },
    );
  });
});

const resultOf = (step: 'text' | 'frames' | 'topics', fields: Partial<StepResult> = {}): StepResult => ({
  content_id: 'c',
  version_id: 'v',
  step,
  attempt: 1,
  run: 1,
  input_hash: 'h',
  provenance: { provider: 'rekognition', model: 'moderation', version: '7.0', calibrated: true, covers: ['adult'] },
  units: 1,
  cost_usd: 0,
  raw_key: null,
  created_at: '2026-11-22T10:00:00.000Z',
  summary:
    step === 'topics'
      ? { step, topics: [] }
      : step === 'frames'
        ? { step, frames: 1, skipped: 0, labels: [], evidence: [frameAt(0, 0.9)] }
        : { step, language: null, sentiment: null, sentiments: [], entities: [], evidence: [] },
  ...fields,
});

describe('the findings in stored results', () => {
  it('are the evidence and the coverage of the steps that look for sensitive content', () => {
    const lexicon = { ...resultOf('topics').provenance, provider: 'lexicon', covers: ['drugs'] } as const;
    const found = findingsOf([resultOf('frames'), resultOf('topics', { provenance: lexicon })], []);
    expect(found).toEqual({ evidence: [frameAt(0, 0.9)], coverage: ['adult'], problems: [] });
  });

  it('cover adult content in a video by its pictures only, and otherwise by what is said', () => {
    const { provenance } = resultOf('text');
    const text = resultOf('text', { provenance: { ...provenance, covers: ['adult', 'profanity'] } });
    const unseen = resultOf('frames', { provenance: { ...provenance, covers: [] } });
    const coverage = (...args: Parameters<typeof findingsOf>) => findingsOf(...args).coverage;
    expect(coverage([text, unseen], [])).toEqual(['profanity']);
    expect(coverage([text, resultOf('frames')], [])).toEqual(['adult', 'profanity']);
    const frames = { step: 'frames', reason: 'Why.' } as const;
    expect(coverage([text], [{ ...frames, state: 'skipped' }])).toEqual(['profanity']);
    expect(coverage([text], [{ ...frames, state: 'nothing-to-check' }])).toEqual(['adult', 'profanity']);
  });

  it('are stale when the transcript was edited after the result that they come from', () => {
    const transcript = { set: 'a', revision: 1 };
    const results = [resultOf('frames'), resultOf('text', { transcript })];
    expect(areStale(results, transcript)).toBe(false);
    expect(areStale(results, { set: 'a', revision: 2 })).toBe(true);
    expect(areStale(results, { set: 'b', revision: 1 })).toBe(true);
    expect(areStale(results, undefined)).toBe(true);
    expect(areStale([resultOf('frames')], { set: 'a', revision: 2 })).toBe(false);
    // Topics find nothing sensitive, so no verdict depends on them.
    const topics = resultOf('topics', { transcript });
    expect(areStale([{ ...topics, provenance: { ...topics.provenance, covers: [] } }], undefined)).toBe(false);
  });

  it('name each model once', () => {
    expect(modelsOf([resultOf('frames'), resultOf('text')])).toEqual(['rekognition moderation 7.0']);
  });

  it('have a digest that changes with every field that matters', () => {
    const digest = evidenceDigest([frameAt(0, 0.9)]);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    for (const change of [{ confidence: 0.91 }, { version: '7.1' }, { label: 'x' }, { to_ms: 1 }])
      expect(evidenceDigest([{ ...frameAt(0, 0.9), ...change }])).not.toBe(digest);
  });
});

describe('the preview of a policy', () => {
  const titles = Array.from({ length: 12 }, (_, index) => ({
    content_id: `c${index}`,
    findings: decisiveOf(findings({ evidence: [frameAt(0, 0.6), frameAt(1, 0.6)] })),
  }));

  it('is empty for the current policy', () => {
    expect(previewOf(titles, { current: policy, edited: policy })).toEqual([]);
  });

  it('counts every change and names the first titles', () => {
    const edited = policyWith('adult', { review_at: 0.7 });
    const [change, ...others] = previewOf(titles, { current: policy, edited });
    expect(others).toEqual([]);
    expect(change).toMatchObject({ from: 'review', to: 'clear', count: 12 });
    expect(change?.samples).toHaveLength(SAMPLES);
  });
});

describe('a policy', () => {
  it('has no contradictions as delivered', () => {
    expect(policyProblems(policy)).toEqual([]);
  });

  it.each([
    [{ block_at: 0.5 }, 'rules.adult.block_at'],
    [{ block_hits: 1 }, 'rules.adult.block_hits'],
    [{ review_at: null }, 'rules.adult.review_at'],
  ])('that blocks more easily than it reviews is rejected: %j', (change, path) => {
    expect(policyProblems(policyWith('adult', change)).map((problem) => problem.path)).toEqual([path]);
  });
});
