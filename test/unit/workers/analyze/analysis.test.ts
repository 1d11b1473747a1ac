import type { FramesSummary, TextSummary } from '../../../../lambdas/domain/analysis/results.ts';
import type { Segment } from '../../../../lambdas/domain/analysis/transcript.ts';
import { runAnalysis } from '../../../../lambdas/workers/analyze/run-analysis.ts';
import { spentOnAnalysis } from '../../../../lambdas/domain/analysis/spending.ts';
import { createRandom } from '../../../support/random.ts';
import { initialPolicy } from '../../../../lambdas/domain/safety/policy.ts';
import { evidenceDigest, findingsOf, verdictOf } from '../../../../lambdas/domain/safety/verdict.ts';
import { attemptOf, createAnalysisWorld, Crash } from './world.ts';

const sentence = (index: number): string =>
  index === 4
    ? 'That was a damn awful day in Paris, and nobody liked the awful weather there.'
    : `The chef number ${index} cooks a wonderful soup with onions, garlic and butter in Paris.`;
const speech = (count: number): readonly Segment[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    start_ms: index * 5000,
    end_ms: index * 5000 + 4000,
    text: sentence(index),
  }));

describe('the analysis of frames', () => {
  it('asks for the labels of one in four distinct frames, and stores evidence, coverage and cost', async () => {
    const world = createAnalysisWorld({ seconds: 60 });
    const run = await world.deliver(world.request('frames'));
    expect(run).toMatchObject({ state: 'completed', cost_actual: 0.025 });
    expect(world.paid).toHaveLength(25);
    expect(world.memory.spent()).toBeCloseTo(0.025, 6);
    const [result] = world.results;
    expect(result).toMatchObject({
      step: 'frames',
      units: 25,
      cost_usd: 0.025,
      provenance: { provider: 'rekognition', version: '7.0', calibrated: false },
    });
    expect(result?.provenance.covers).toContain('arms');
    const summary = result?.summary as FramesSummary;
    expect([summary.frames, summary.skipped]).toEqual([20, 0]);
    expect(summary.labels).toEqual([{ name: 'Flower', confidence: 0.88, at_ms: [0, 12_000, 24_000, 36_000, 48_000] }]);
    expect(summary.evidence).toEqual([
      expect.objectContaining({ category: 'adult', from_ms: 9000, to_ms: 12_000, confidence: 0.91 }),
    ]);
    expect(summary.evidence[0]?.frame_key).toBe('analysis/cnt_1/m1/frame.0000003.jpg');
  });

  it('continues an hour of video in later calls, and pays for each frame once', async () => {
    const world = createAnalysisWorld({ seconds: 3600, limit: 5 });
    const ids = world.request('frames');
    const moderate = world.deps.frames?.moderate;
    // A call takes 200 ms.
    world.deps.frames!.moderate = async (key) => {
      world.clock.now += 200;
      return (await moderate?.(key)) ?? {};
    };
    const run = await world.deliver(ids);
    expect(run?.state).toBe('completed');
    expect(world.requests.length).toBeGreaterThan(5);
    expect(new Set(world.paid).size).toBe(1240);
    expect(world.paid).toHaveLength(1240);
    expect(run?.cost_actual).toBeCloseTo(1.24, 6);
  });

  it('costs nothing when it runs again, also after another conversion of the same file', async () => {
    const world = createAnalysisWorld({ seconds: 60 });
    await world.deliver(world.request('frames'));
    const before = world.paid.length;
    const again = await world.deliver(world.request('frames', 2));
    expect(again).toMatchObject({ state: 'completed', cost_actual: 0 });
    expect(world.results[1]?.summary).toEqual(world.results[0]?.summary);
    const attempt = { ...attemptOf(60), attempt: 2, media_version: 'm1-2' };
    Object.assign(world.deps, { attempts: { get: async () => attempt } });
    expect(await world.deliver(world.request('frames', 3))).toMatchObject({ state: 'completed', cost_actual: 0 });
    expect(world.paid.length - before).toBe(0);
    const [first, , converted] = world.results.map(({ summary }) => (summary as FramesSummary).evidence);
    expect(converted?.[0]?.frame_key).toBe('analysis/cnt_1/m1-2/frame.0000003.jpg');
    // An approval of these findings applies to both.
    expect(evidenceDigest(converted ?? [])).toBe(evidenceDigest(first ?? []));
  });

  it('covers nothing, says so and logs an error when this release does not know the model version', async () => {
    const world = createAnalysisWorld({ seconds: 60 });
    const errors: unknown[] = [];
    const moderate = async () => ({ ModerationModelVersion: '9.1', ModerationLabels: [] });
    Object.assign(world.deps, {
      frames: { ...world.deps.frames, moderate },
      logger: { ...world.deps.logger, error: (...entry: unknown[]) => errors.push(entry) },
    });
    const run = await world.deliver(world.request('frames'));
    expect(run?.state).toBe('completed');
    expect(run?.reason).toMatch(/a model version that this release does not know/);
    expect(world.results[0]?.provenance).toMatchObject({ version: '9.1', covers: [] });
    expect(errors).toEqual([[expect.stringMatching(/does not know/), { version: '9.1' }]]);
  });

  describe('with frames that are no pictures', () => {
    const named = (name: string) => Object.assign(new Error(name), { name });
    const ERRORS = ['InvalidImageFormatException', 'ImageTooLargeException', 'InvalidS3ObjectException'];
    /** Fails for these frames. The index of a frame is in its key. */
    const failFor = (world: ReturnType<typeof createAnalysisWorld>, indexes: readonly number[]): void => {
      const { moderate, label } = { ...world.deps.frames! };
      const read =
        <T>(ask: (key: string) => Promise<T>) =>
        (key: string) => {
          const at = indexes.findIndex((index) => key.includes(`.${String(index).padStart(7, '0')}.`));
          return at < 0 ? ask(key) : Promise.reject(named(ERRORS[at % ERRORS.length] ?? ''));
        };
      Object.assign(world.deps, { frames: { moderate: read(moderate), label: read(label) } });
    };
    const all = Array.from({ length: 20 }, (_, index) => index);

    it('analyzes the others, pays for them only, and says how many it could not read', async () => {
      const world = createAnalysisWorld({ seconds: 60 });
      failFor(world, [0, 1, 2]);
      const run = await world.deliver(world.request('frames'));
      // 17 frames, and four of the five that are labeled.
      expect(run).toMatchObject({
        state: 'completed',
        cost_actual: 0.021,
        reason: '3 of 20 frames could not be read.',
      });
      expect([world.paid.length, world.memory.spent()]).toEqual([21, 0.021]);
      const [result] = world.results;
      expect(result).toMatchObject({ units: 21, cost_usd: 0.021, provenance: { version: '7.0' } });
      expect(result?.summary).toMatchObject({ frames: 20, unreadable: 3, evidence: [{ from_ms: 9000 }] });
      const { problems } = findingsOf(world.results, []);
      expect(problems).toEqual([{ step: 'frames', state: 'failed', reason: '3 of 20 frames could not be read.' }]);
      expect(verdictOf({ evidence: [], coverage: ['adult'], problems }, initialPolicy.rules).verdict).toBe('unknown');
      // What a verdict has stored is not listed twice.
      expect(findingsOf(world.results, problems).problems).toEqual(problems);
    });

    it('asks again about those frames only when it runs again', async () => {
      const world = createAnalysisWorld({ seconds: 60 });
      const { frames } = world.deps;
      failFor(world, [0, 1, 2]);
      await world.deliver(world.request('frames'));
      Object.assign(world.deps, { frames });
      const again = await world.deliver(world.request('frames', 2));
      expect(again).toMatchObject({ state: 'completed', cost_actual: 0.004 });
      expect(again?.reason ?? null).toBeNull();
      expect(new Set(world.paid).size).toBe(world.paid.length);
      expect(world.results[1]).toMatchObject({ units: 25, summary: { unreadable: 0 } });
      expect((await world.deliver(world.request('frames', 3)))?.cost_actual).toBe(0);
    });

    it('fails with a reason when there are no others', async () => {
      const world = createAnalysisWorld({ seconds: 60 });
      failFor(world, all);
      const run = await world.deliver(world.request('frames'));
      expect(run).toMatchObject({ state: 'failed', cost_actual: 0 });
      expect(run?.reason).toMatch(/^None of the frames of this video could be read\. Convert the file again/);
      expect([world.paid, world.results, world.memory.spent()]).toEqual([[], [], 0]);
    });

    it('analyzes the frames after one that is missing', async () => {
      const world = createAnalysisWorld({ seconds: 60, frame: (at) => (at === 2 ? undefined : new Uint8Array([0])) });
      failFor(world, [2]);
      await world.deliver(world.request('frames'));
      expect(world.results[0]?.summary).toMatchObject({ frames: 20, unreadable: 1 });
    });
  });

  it('is skipped with a reason: music, older conversions, a stage without it, a budget', async () => {
    const skipped = async (change: (world: ReturnType<typeof createAnalysisWorld>) => void, limit?: number) => {
      const world = createAnalysisWorld(limit === undefined ? {} : { limit });
      change(world);
      const run = await world.deliver(world.request('frames'));
      expect([run?.state, world.paid]).toEqual(['skipped', []]);
      // Only music has nothing to check: everything else is a picture that was not checked.
      expect(run?.nothing_to_check).toBe(/^Music/.test(run?.reason ?? '') ? true : undefined);
      return run?.reason;
    };
    const attempt = await createAnalysisWorld().deps.attempts.get({} as never);
    const replaced = (ladder: object) => (world: ReturnType<typeof createAnalysisWorld>) =>
      Object.assign(world.deps, { attempts: { get: async () => ({ ...attempt, ladder }) } });
    expect(await skipped(replaced({ kind: 'audio' }))).toMatch(/^Music/);
    expect(await skipped(replaced({ kind: 'video' }))).toMatch(/^This file was converted before/);
    expect(await skipped((world) => Object.assign(world.deps, { frames: undefined }))).toMatch(/turned off/);
    expect(await skipped(() => undefined, 0.001)).toBe('Over the budget.');
  });

  it('throws when the service throttles, so that the queue repeats it, and pays for nothing twice', async () => {
    const world = createAnalysisWorld({ seconds: 60 });
    const ids = world.request('frames');
    world.faults.failWith = Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' });
    await expect(runAnalysis(world.deps, ids)).rejects.toThrow('Rate exceeded');
    expect([world.paid, world.memory.spent(), world.memory.open.size]).toEqual([[], 0, 0]);
    world.faults.failWith = undefined;
    world.clock.now += 120_000;
    expect((await world.deliver(ids))?.state).toBe('completed');
    expect(world.paid).toHaveLength(25);
  });

  it('counts what a run paid before it was throttled, interrupted or over the budget, and no more', async () => {
    const throttled = createAnalysisWorld({ seconds: 60 });
    const ids = throttled.request('frames');
    const moderate = throttled.deps.frames!.moderate;
    throttled.deps.frames!.moderate = async (key) => {
      if (throttled.paid.length === 4) throttled.faults.failWith = new Error('Rate exceeded');
      return moderate(key);
    };
    await expect(runAnalysis(throttled.deps, ids)).rejects.toThrow('Rate exceeded');
    throttled.faults.failWith = undefined;
    throttled.deps.frames!.moderate = moderate;
    throttled.clock.now += 120_000;
    expect(await throttled.deliver(ids)).toMatchObject({ state: 'completed', cost_actual: 0.025 });
    expect(throttled.paid).toHaveLength(25);
    expect((await throttled.deliver(throttled.request('frames', 2)))?.cost_actual).toBe(0);

    // The first 20 calls fit, the remaining ones do not.
    const over = createAnalysisWorld({ seconds: 60, limit: 0.022 });
    const run = await over.deliver(over.request('frames'));
    expect([run?.state, run?.cost_actual, over.paid.length]).toEqual(['skipped', 0.02, 20]);
    expect((await over.deliver(over.request('frames', 2)))?.cost_actual).toBe(0);
    expect(spentOnAnalysis(over.runs)).toBe(over.memory.spent());
  });
});

describe('the analysis of text', () => {
  it('finds language, sentiment over time, entities with their times, and toxic passages', async () => {
    const world = createAnalysisWorld({ segments: speech(40) });
    const run = await world.deliver(world.request('text'));
    expect(run?.state).toBe('completed');
    const { provenance, summary, transcript, cost_usd: cost } = world.results[0] ?? {};
    expect(transcript).toEqual({ set: 'a', revision: 0 });
    const found = summary as TextSummary;
    expect(provenance).toMatchObject({ provider: 'comprehend', version: '2017-11-27', covers: ['profanity', 'adult'] });
    expect(found.language).toEqual({ code: 'en', confidence: 0.99 });
    expect(found.sentiment?.sentiment).toBe('POSITIVE');
    expect(found.sentiments.map(({ sentiment }) => sentiment)).toContain('NEGATIVE');
    expect(found.entities).toEqual([
      expect.objectContaining({
        type: 'LOCATION',
        text: 'Paris',
        mentions: 40,
        at_ms: [0, 5000, 10_000, 15_000, 20_000, 25_000, 30_000, 35_000, 40_000, 45_000],
      }),
    ]);
    expect(found.evidence).toEqual([
      expect.objectContaining({
        category: 'profanity',
        risk: 'medium',
        confidence: 0.93,
        quote: expect.stringContaining('damn'),
      }),
    ]);
    expect(cost).toBeCloseTo(run?.cost_actual ?? -1, 6);
    expect(world.memory.spent()).toBeCloseTo(cost ?? -1, 4);
  });

  it('is skipped without a transcript of this version', async () => {
    const world = createAnalysisWorld();
    expect(await world.deliver(world.request('text'))).toMatchObject({
      reason: expect.stringMatching(/^There is no transcript/),
      nothing_to_check: true,
    });
    expect((await world.deliver(world.request('topics')))?.reason).toMatch(/^There is no transcript/);
  });

  it('is skipped when the service does not support the language, instead of being repeated', async () => {
    const world = createAnalysisWorld({ segments: speech(10) });
    Object.assign(world.deps.text ?? {}, {
      rateSentiments: () => Promise.reject(Object.assign(new Error('de'), { name: 'UnsupportedLanguageException' })),
    });
    const run = await world.deliver(world.request('text'));
    expect([run?.state, run?.reason]).toEqual(['skipped', expect.stringMatching(/does not support the language/)]);
    expect(run?.nothing_to_check).toBeUndefined();
    expect(run?.cost_actual).toBeCloseTo(world.memory.spent(), 6);
    expect([world.paid, world.memory.open.size]).toEqual([['language'], 0]);
  });

  it('does not count as nothing to check when the stage or a budget leaves it out', async () => {
    const off = createAnalysisWorld({ segments: speech(10) });
    Object.assign(off.deps, { text: undefined });
    const over = createAnalysisWorld({ segments: speech(10), limit: 0 });
    for (const world of [off, over]) {
      const run = await world.deliver(world.request('text'));
      expect([run?.state, run?.nothing_to_check]).toEqual(['skipped', undefined]);
    }
  });

  it('finds topics without paying', async () => {
    const world = createAnalysisWorld({ segments: speech(10) });
    const run = await world.deliver(world.request('topics'));
    expect([run?.state, run?.cost_actual, world.paid]).toEqual(['completed', 0, []]);
    expect(world.results[0]?.transcript).toEqual({ set: 'a', revision: 0 });
    expect(world.results[0]?.summary).toMatchObject({ topics: [expect.objectContaining({ topic: 'food' })] });
  });
});

describe('faults', () => {
  it.each(['frames', 'text'])(
    'a crash before and after each call of %s ends right and repeats at most the call in flight',
    async (step) => {
      const options = { seconds: 60, segments: speech(60) };
      const clean = createAnalysisWorld(options);
      await clean.deliver(clean.request(step));
      const calls = clean.faults.calls;
      let mostRepeated = 0;
      const points = Array.from(
        { length: 2 * calls },
        (_, at) => ({ crashAt: 1 + (at >> 1), when: at % 2 === 0 ? 'before' : 'after' }) as const,
      );
      for (const { crashAt, when } of points) {
        const world = createAnalysisWorld(options);
        Object.assign(world.faults, { crashAt, when });
        const ids = world.request(step);
        const run = await world.deliver(ids, (error) => {
          if (!(error instanceof Crash)) throw error;
          world.faults.crashAt = Infinity;
        });
        expect([crashAt, run?.state]).toEqual([crashAt, 'completed']);
        const repeated = world.paid.length - new Set(world.paid).size;
        mostRepeated = Math.max(mostRepeated, repeated);
        expect([crashAt, repeated <= 1, world.results.at(-1)?.summary]).toEqual([
          crashAt,
          true,
          clean.results[0]?.summary,
        ]);
        // The budget never counts less than what was paid.
        const unit = clean.memory.spent() / clean.paid.length;
        expect(world.memory.spent()).toBeGreaterThan(clean.memory.spent() - 1e-9);
        expect(world.memory.spent()).toBeLessThan(clean.memory.spent() + 20 * unit);
        expect(world.memory.open.size).toBe(0);
      }
      console.info(`${step}: ${calls} calls, at most ${mostRepeated} billed again`);
    },
  );

  it('1,000 duplicated and shuffled events run each step once', async () => {
    const world = createAnalysisWorld({ seconds: 60, segments: speech(20) });
    const all = ['frames', 'text', 'topics'].map((step) => world.request(step));
    const random = createRandom(20_261_123);
    const events = Array.from({ length: 1000 }, () => all[Math.floor(random() * 3)] ?? all[0]!);
    for (let at = 0; at < events.length; at += 10) {
      await Promise.all(events.slice(at, at + 10).map((ids) => runAnalysis(world.deps, ids).catch(() => undefined)));
      world.clock.now += 1;
    }
    expect(world.runs.map(({ step, state }) => [step, state])).toEqual([
      ['frames', 'completed'],
      ['text', 'completed'],
      ['topics', 'completed'],
    ]);
    expect(world.results).toHaveLength(3);
    expect(world.paid).toHaveLength(new Set(world.paid).size);
  });
});
