import { BadRequestException, ConflictException } from '@aws-sdk/client-transcribe';
import { jobNameOf, speechReasons } from '../../../lambdas/domain/analysis/speech.ts';
import type { Attempt } from '../../../lambdas/domain/conversion/attempt.ts';
import { stepNamed } from '../../../lambdas/domain/pipeline/definition.ts';
import { StepBusyError } from '../../../lambdas/domain/pipeline/run-step.ts';
import { CONVERSION_PAUSE, isStepOverdue, REVIEW_PAUSE } from '../../../lambdas/domain/pipeline/step-run.ts';
import type { EventBus } from '../../../lambdas/platform/messages/event-bus.ts';
import { parseMessage } from '../../../lambdas/workers/speech/message.ts';
import { sweepStep } from '../../../lambdas/workers/sweeper/sweep-step.ts';
import { processSpeech } from '../../../lambdas/workers/speech/process-speech.ts';
import { withWaitingFile } from '../../support/rows/conversion-records.ts';
import { CONTENT, attempt, createWorld, scriptOf, completed } from './speech-world.ts';

describe('recognizing speech', () => {
  const converting = { ...attempt, state: 'submitted', speech_format: 'mp4', duration: 59.5 };

  it('starts during the conversion, stores the result after it, and pays once', async () => {
    const { state, process, request } = createWorld();
    state.attempt = converting as Attempt;
    const run = request();
    expect(await process(run)).toMatchObject({ state: 'running', job_id: jobNameOf('test', run) });
    expect(state.started).toEqual([
      expect.objectContaining({ Media: { MediaFileUri: `s3://uploads/${attempt.source_key}` }, MediaFormat: 'mp4' }),
    ]);
    state.job = completed;
    expect(await process(run)).toMatchObject({ state: 'running', job_id: CONVERSION_PAUSE });
    // The sweeper asks before the conversion has ended.
    expect(await process(run)).toMatchObject({ state: 'running', job_id: CONVERSION_PAUSE });
    expect([state.requests, state.transcripts, state.settled]).toEqual([[], [], []]);
    state.attempt = { ...converting, state: 'completed' } as Attempt;
    await process(run);
    expect(state.requests).toHaveLength(1);
    expect(await process(run)).toMatchObject({ state: 'completed', cost_actual: 0.006 });
    expect([state.started.length, state.transcripts.length, state.settled]).toEqual([1, 1, [0.006]]);
  });

  it.each([
    ['has a format that Transcribe does not read', { attempt: { ...converting, speech_format: undefined } }],
    ['has a script, which is aligned to the sound of the conversion', { script: scriptOf('Ask not', 'text') }],
    ['has no item yet, so that it may be music', { content: undefined }],
  ])('waits for the conversion when the file %s', async (_, changes) => {
    const { state, process, request } = createWorld();
    Object.assign(state, { attempt: converting }, changes);
    const run = request();
    expect(await process(run)).toMatchObject({ state: 'running', job_id: CONVERSION_PAUSE });
    expect([state.started, state.requests]).toEqual([[], []]);
    state.attempt = { ...attempt, state: 'failed' };
    expect(await process(run)).toMatchObject({ state: 'skipped', reason: speechReasons.gone });
  });

  it('stores nothing of a replacement before staff accept it, whenever that is, and pays once', async () => {
    const { state, deps, clock, process, request, runs } = createWorld();
    state.attempt = converting as Attempt;
    const run = request();
    await process(run);
    const { content } = state;
    state.attempt = { ...converting, state: 'completed' } as Attempt;
    state.content = withWaitingFile({ ...content, source_key: 'uploads/current' }, { source_key: attempt.source_key });
    state.job = completed;
    await processSpeech(deps, { kind: 'job', name: jobNameOf('test', run) });
    expect(runs[0]).toMatchObject({ state: 'running', job_id: REVIEW_PAUSE });
    const sweep = () => sweepStep({ ...deps, events: { publish: deps.publish } as EventBus }, runs[0]!);
    clock.now += 3_600_000;
    await sweep();
    expect([state.results, state.transcripts, state.requests]).toEqual([[], [], []]);
    // In case the event was lost that resumes it, it is requested again, but does not fail.
    clock.now += 10 * 24 * 3_600_000;
    await sweep();
    expect([runs[0]?.state, state.requests.length]).toEqual(['running', 1]);
    state.content = content;
    await process(run);
    // The time of the review does not count toward its deadline.
    expect(isStepOverdue(runs[0]!, clock.now + 3_600_000)).toBe(false);
    expect(await process(run)).toMatchObject({ state: 'completed', cost_actual: 0.006 });
    expect([state.started.length, state.transcripts.length]).toEqual([1, 1]);
  });

  it('does not recognize a file that staff rejected', async () => {
    const { state, process, request } = createWorld();
    state.content = { ...state.content, source_key: 'uploads/current' };
    expect(await process(request())).toMatchObject({ state: 'skipped', reason: speechReasons.gone });
    expect([state.started, state.transcripts]).toEqual([[], []]);
  });

  it('starts a job with our names, waits, and stores its result once, whatever arrives how often', async () => {
    const { state, deps, process, request, runs } = createWorld();
    const run = request();
    const name = jobNameOf('test', run);
    expect(await process(run)).toMatchObject({ state: 'running', job_id: name });
    expect(state.started).toEqual([
      expect.objectContaining({
        TranscriptionJobName: name,
        IdentifyLanguage: true,
        Media: { MediaFileUri: `s3://media/analysis/${CONTENT}/m1/sound.wav` },
        OutputKey: expect.stringMatching(`^analysis/${CONTENT}/outputs/[0-9a-f]{32}/transcript.json$`),
      }),
    ]);
    // The sweeper asks before the job has ended.
    expect(await process(run)).toMatchObject({ state: 'running' });
    state.job = completed;
    const event = {
      source: 'aws.transcribe',
      'detail-type': 'Transcribe Job State Change',
      detail: { TranscriptionJobName: name, TranscriptionJobStatus: 'COMPLETED' },
    };
    for (let again = 0; again < 3; again += 1) await processSpeech(deps, parseMessage(event));
    const { input_hash: hash } = state.results[0]!;
    expect(runs[0]).toMatchObject({ state: 'completed', cost_actual: 0.006, units: 60, input_hash: hash });
    expect(state.transcripts).toHaveLength(1);
    expect(state.transcripts[0]).toMatchObject({
      transcript: { source: 'machine', language: 'en-US', revision: 0 },
      segments: [{ text: 'Ask not.' }],
    });
    expect(state.results).toMatchObject([{ step: 'speech', units: 60, cost_usd: 0.006, summary: { words: 2 } }]);
    expect([state.settled, state.started.length]).toEqual([[0.006], 1]);
    // A repetition with the same input reuses the result and costs nothing.
    expect(await process(request(2))).toMatchObject({ state: 'completed', cost_actual: 0, units: 0, input_hash: hash });
    expect(state.started).toHaveLength(1);
  });

  it('pays nothing again after another conversion of the same file, and pays for another file', async () => {
    const { state, process, request } = createWorld();
    const first = request();
    await process(first);
    state.job = completed;
    await process(first);
    state.attempt = { ...attempt, attempt: 2, media_version: 'm2' };
    expect(await process(request(2))).toMatchObject({ state: 'completed', cost_actual: 0 });
    expect(state.started).toHaveLength(1);
    state.attempt = { ...attempt, version_id: 'v2.x', media_version: 'm3' };
    expect(await process(request(3))).toMatchObject({ state: 'running' });
    expect(state.started).toHaveLength(2);
    expect(state.started[1]?.['OutputKey']).not.toBe(state.started[0]?.['OutputKey']);
  });

  it.each([true, false])('waits for the paid job of a run that was replaced (still running: %s)', async (running) => {
    const { state, deps, process, request, runs } = createWorld();
    const name = jobNameOf('test', request());
    await process(runs[0]!);
    // Restart conversion replaces the run.
    runs[0] = { ...runs[0]!, state: 'skipped' };
    if (!running) state.job = completed;
    state.attempt = { ...attempt, attempt: 2, media_version: 'm2' };
    expect(await process(request(2))).toMatchObject({ state: 'running', job_id: name });
    state.job = completed;
    await processSpeech(deps, { kind: 'job', name });
    expect(runs[1]).toMatchObject({ state: 'completed', cost_actual: 0.006 });
    expect([state.started.length, state.settled]).toEqual([1, [0.006]]);
  });

  it('has the result removed that its job wrote after the title was removed, and deletes the job', async () => {
    const { state, deps, process, request } = createWorld();
    const run = request();
    await process(run);
    const removeAgain = jest.fn(async () => undefined);
    const sources = await deps.readSources(CONTENT);
    state.job = completed;
    // A title, and an upload that was canceled before it became one: it is kept for a while.
    for (const left of [undefined, sources && { ...sources, attempts: [] }])
      await processSpeech(
        { ...deps, readSources: async () => left, removeAgain },
        { kind: 'job', name: jobNameOf('test', run) },
      );
    expect(removeAgain.mock.calls).toEqual([[CONTENT], [CONTENT]]);
    expect(state.deleted).toEqual([jobNameOf('test', run), jobNameOf('test', run)]);
  });

  it('deletes the job after its result was stored, and loses nothing when that fails', async () => {
    const { state, process, request } = createWorld();
    const run = request();
    await process(run);
    state.job = completed;
    state.deleteError = Object.assign(new Error('Rate exceeded'), { name: 'LimitExceededException' });
    expect(await process(run)).toMatchObject({ state: 'completed', cost_actual: 0.006 });
    expect([state.results.length, state.transcripts.length, state.deleted]).toEqual([1, 1, []]);
    state.deleteError = undefined;
    // The event of the job arrives again, or Lambda repeats a call that stopped before the deletion.
    expect(await process(run)).toMatchObject({ state: 'completed', cost_actual: 0.006 });
    expect(state.deleted).toEqual([jobNameOf('test', run)]);
    expect(await process(request(2))).toMatchObject({ state: 'completed', cost_actual: 0 });
    expect([state.started.length, state.settled]).toEqual([1, [0.006]]);
  });

  it('keeps the job of a run that was replaced by a restarted conversion', async () => {
    const { state, process, request } = createWorld();
    const run = request();
    await process(run);
    state.job = completed;
    state.attempt = { ...attempt, state: 'superseded' } as Attempt;
    expect(await process(run)).toMatchObject({ state: 'skipped', reason: speechReasons.gone });
    expect(state.deleted).toEqual([]);
  });

  it('keeps the job of a run that aligned a script, and reads it once the script is removed', async () => {
    const { state, process, request } = createWorld();
    const run = request();
    await process(run);
    state.job = completed;
    state.script = scriptOf('Ask not', 'text');
    expect(await process(run)).toMatchObject({ state: 'completed', provider: 'alignment' });
    expect(state.deleted).toEqual([]);
    state.script = undefined;
    const again = request(2);
    await process(again);
    expect(await process(again)).toMatchObject({ state: 'completed', cost_actual: 0.006 });
    expect([state.started.length, state.deleted]).toEqual([1, [jobNameOf('test', run)]]);
  });

  it.each([true, false])('fails when its job does not end, and never pays again (ends late: %s)', async (endsLate) => {
    const { state, deps, clock, process, request, runs } = createWorld();
    const { job } = stepNamed('speech');
    const limitMs = job?.timeLimitMs(attempt) ?? 0;
    const sweep = () => sweepStep({ ...deps, events: { publish: deps.publish } as EventBus }, runs[0]!);
    const name = jobNameOf('test', request());
    await process(runs[0]!);
    clock.now += limitMs - 2000;
    // Asking for the state of the job does not extend its time.
    await process(runs[0]!);
    await sweep();
    expect(runs[0]).toMatchObject({ state: 'running', provider: 'transcribe' });
    clock.now += 1000;
    await sweep();
    expect(runs[0]).toMatchObject({ state: 'failed', reason: job?.overdueReason });
    expect(Date.parse(runs[0]!.deadline_at)).toBeGreaterThan(clock.now);
    if (endsLate) state.job = completed;
    await processSpeech(deps, { kind: 'job', name });
    expect(runs[0]?.state).toBe('failed');
    const again = request(2);
    expect(await process(again)).toMatchObject({ state: 'running', job_id: name });
    state.job = completed;
    expect(await process(again)).toMatchObject({ state: 'completed', cost_actual: 0.006 });
    expect([state.started.length, state.settled]).toEqual([1, [0.006]]);
  });

  it('pays nothing again after a script was aligned and removed, and names the model that was paid', async () => {
    const { state, process, request } = createWorld();
    const first = request();
    await process(first);
    state.job = { ...completed, ModelSettings: { LanguageModelName: 'local-recognizer' } };
    await process(first);
    state.script = scriptOf('Ask not', 'text');
    await process(request(2));
    expect(state.results).toMatchObject([{ provenance: { provider: 'alignment' } }]);
    state.script = undefined;
    expect(await process(request(3))).toMatchObject({ state: 'completed', cost_actual: 0 });
    expect([state.started.length, state.settled]).toEqual([1, [0.006]]);
    const provenance = { provider: 'transcribe', version: 'local-recognizer' };
    expect(state.results).toMatchObject([{ run: 3, cost_usd: 0.006, provenance }]);
    expect(state.transcripts.at(-1)?.transcript.source).toBe('machine');
  });

  it('starts another job when the output of the last one cannot be read', async () => {
    const { state, process, request } = createWorld();
    const run = request();
    await process(run);
    Object.assign(state, { job: completed, output: { results: 'x' } });
    expect(await process(run)).toMatchObject({ state: 'failed', cost_actual: 0.006 });
    expect([(await process(request(2)))?.state, state.started.length]).toEqual(['running', 2]);
  });

  it('continues when the job of an interrupted call exists already, or ended before the run was released', async () => {
    const { state, process, request } = createWorld();
    state.startError = new ConflictException({ message: 'exists', $metadata: {} });
    state.job = completed;
    const run = request();
    expect(await process(run)).toMatchObject({ state: 'running' });
    expect(state.requests).toHaveLength(1);
    expect(await process(run)).toMatchObject({ state: 'completed' });
  });

  it('says in plain words why a job failed, and releases the budget', async () => {
    const { state, process, request } = createWorld();
    const run = request();
    await process(run);
    state.job = { TranscriptionJobStatus: 'FAILED', FailureReason: 'No recognizer is installed.' };
    expect(await process(run)).toMatchObject({
      state: 'failed',
      reason: 'Speech recognition failed. No recognizer is installed.',
      cost_actual: 0,
    });
    expect([state.settled, state.deleted]).toEqual([[0], [jobNameOf('test', run)]]);
  });

  it('fails when Transcribe rejects the job, and starts it later when it throttles', async () => {
    const rejected = createWorld();
    rejected.state.startError = new BadRequestException({ message: 'The media is too short.', $metadata: {} });
    expect(await rejected.process(rejected.request())).toMatchObject({
      state: 'failed',
      reason: 'Speech recognition did not start. The media is too short.',
    });
    const throttled = createWorld();
    throttled.state.startError = Object.assign(new Error('Rate exceeded'), { name: 'LimitExceededException' });
    const run = throttled.request();
    await expect(throttled.process(run)).rejects.toThrow('Rate exceeded');
    throttled.state.startError = undefined;
    // Lambda calls again after one minute, while the failed call still holds the run, and then after two more.
    throttled.clock.now += 60_000;
    await expect(throttled.process(run)).rejects.toThrow(StepBusyError);
    throttled.clock.now += 120_000;
    expect(await throttled.process(run)).toMatchObject({ state: 'running', job_id: jobNameOf('test', run) });
  });

  it('reports silence, and an output that it cannot read', async () => {
    const silent = createWorld();
    const run = silent.request();
    await silent.process(run);
    Object.assign(silent.state, { job: completed, output: { results: { items: [] } } });
    expect(await silent.process(run)).toMatchObject({
      state: 'skipped',
      reason: speechReasons.noSpeech,
      nothing_to_check: true,
    });
    expect(silent.state.transcripts).toEqual([]);
    const broken = createWorld();
    const other = broken.request();
    await broken.process(other);
    Object.assign(broken.state, { job: completed, output: { results: 'x' } });
    expect(await broken.process(other)).toMatchObject({ state: 'failed', reason: speechReasons.unreadable });
  });

  it.each([
    [{ type: 'music' } as const, {}, speechReasons.music],
    [{ provider: 'off' } as const, {}, speechReasons.off],
    [{ seconds: 4 * 3600 + 1 }, {}, speechReasons.tooLong],
    [{}, { sound: false }, speechReasons.noSound],
    [{}, { budget: { reason: 'Over budget.' } }, 'Over budget.'],
  ])('skips %j %j: %s', async (options, changes, reason) => {
    const { state, process, request } = createWorld(options);
    Object.assign(state, changes);
    const run = await process(request());
    expect(run).toMatchObject({ state: 'skipped', reason });
    expect(run?.nothing_to_check).toBe(reason === speechReasons.music ? true : undefined);
    expect(state.started).toEqual([]);
  });

  it('transcribes music when the uploader asked for it', async () => {
    const { state, process, request } = createWorld({ type: 'music' });
    state.content = { ...state.content, transcribe: true };
    expect(await process(request())).toMatchObject({ state: 'running' });
  });

  it('transcribes music when someone runs the step again', async () => {
    const { state, process, request } = createWorld({ type: 'music' });
    await process(request());
    expect(await process(request(2))).toMatchObject({ state: 'running' });
    expect(state.started).toHaveLength(1);
  });

  it('rejects a script that is not what is said, and keeps the transcript', async () => {
    const { state, deps, process, request } = createWorld();
    state.script = scriptOf('Something else', 'text');
    const align = (_sound: Float32Array, words: readonly string[]) =>
      words.map((_, index) => ({ start_ms: index * 500, end_ms: index * 500 + 400, score: 0 }));
    Object.assign(deps, { loadAligner: async () => ({ align }) });
    expect(await process(request())).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/^The script does not match the sound at 0:00, near “Something else/),
    });
    expect([state.transcripts, state.results, state.started]).toEqual([[], [], []]);
  });

  it('aligns a script instead, for music too and without a provider, and pays nothing', async () => {
    const { state, process, request } = createWorld({ type: 'music', provider: 'off' });
    state.script = scriptOf('Ask not\nwhat your country', 'lyrics');
    state.put = 'candidate';
    expect(await process(request())).toMatchObject({
      state: 'completed',
      reason: speechReasons.candidate,
      cost_actual: 0,
    });
    expect(state.transcripts[0]).toMatchObject({
      transcript: { source: 'script', language: 'en' },
      segments: [{ text: 'Ask not' }, { text: 'what your country' }],
    });
    expect(state.results).toMatchObject([{ provenance: { provider: 'alignment', version: '0.6.3' }, cost_usd: 0 }]);
  });
});
