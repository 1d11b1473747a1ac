import type { Segment, Transcript, TranscriptState } from '../../../lambdas/domain/analysis/transcript.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { newStepRun, type StepRun } from '../../../lambdas/domain/pipeline/step-run.ts';
import type { CaptionsDeps } from '../../../lambdas/workers/transcript-captions/deps.ts';
import { processCaptions } from '../../../lambdas/workers/transcript-captions/process-captions.ts';
import { someContent } from '../../support/content.ts';

const AT = '2026-02-01T00:00:00.000Z';
const uploaded = { id: 'u1', language: 'en', label: 'English' };

const createWorld = () => {
  const files = new Map<string, string>();
  const removed: string[] = [];
  const removals: string[] = [];
  const state = {
    content: someContent() as Content | undefined,
    transcript: {
      version_id: 'version-1',
      language: 'en-US',
      source: 'machine',
      edited_at: null,
    } as Transcript & TranscriptState,
    segments: [{ id: 's00001', start_ms: 0, end_ms: 1500, text: 'a <b> c' }] as readonly Segment[] | undefined,
    conflicts: 0,
    writes: 0,
  };
  let run: StepRun | undefined;
  const results: unknown[] = [];
  const deps: CaptionsDeps = {
    content: { get: async () => state.content },
    captions: {
      async saveAutomatic(before, changed) {
        state.conflicts -= 1;
        if (state.conflicts >= 0) return false;
        state.writes += 1;
        state.content = { ...before, ...changed };
        return true;
      },
    },
    transcripts: {
      read: async () => state.segments && { transcript: state.transcript, segments: state.segments },
    },
    results: { put: async (result) => void results.push(result) },
    writeCues: async (key, text) => void files.set(key, text),
    removeFile: async (key) => {
      files.delete(key);
      removed.push(key);
    },
    steps: {
      get: async () => run,
      save: async (before, after) => (run = { ...after, rev: before.rev + 1 }),
    },
    createRun: async () => true,
    publish: async () => undefined,
    readSources: async () => undefined,
    removeAgain: async (id) => void removals.push(id),
    logger: silentLogger,
    now: () => Date.parse(AT),
  };
  const change = () => processCaptions(deps, { kind: 'changed', contentId: 'cnt_1' });
  const runStep = async () => {
    run = newStepRun(
      { content_id: 'cnt_1', version_id: 'v1', attempt: 1 },
      { name: 'captions', timeLimitMs: 60_000, cost: 0 },
      1,
      Date.parse(AT),
    );
    await processCaptions(deps, { kind: 'run', ids: run });
    return run;
  };
  return { state, files, removed, removals, results, change, runStep };
};

describe('the captions of a transcript', () => {
  it('are written as an automatic track, in which words are only text', async () => {
    const { state, files, results, runStep } = createWorld();
    expect(await runStep()).toMatchObject({ state: 'completed' });
    const [track] = state.content?.captions ?? [];
    expect(track).toMatchObject({ language: 'en-US', label: 'English (automatic)', automatic: true });
    expect([...files.values()]).toEqual(['WEBVTT\n\n00:00:00.000 --> 00:00:01.500\na &lt;b&gt; c\n']);
    expect(state.content?.has_transcript).toBe(true);
    expect(results).toMatchObject([{ step: 'captions', summary: { captions_id: track?.id, cues: 1 } }]);
  });

  it('follow an edit under a new address, and change nothing when repeated', async () => {
    const { state, files, removed, change } = createWorld();
    await change();
    const [first] = [...files.keys()];
    await change();
    expect(state.writes).toBe(1);
    state.segments = [{ id: 's00001', start_ms: 0, end_ms: 1500, text: 'edited' }];
    state.transcript = { ...state.transcript, edited_at: AT };
    state.conflicts = 2;
    await change();
    expect([...files.values()]).toEqual([expect.stringContaining('edited')]);
    expect(removed).toEqual([first]);
    expect(state.content?.captions).toMatchObject([{ label: 'English' }]);
  });

  it('never replace captions that a user uploaded in that language', async () => {
    const { state, files, runStep, change } = createWorld();
    state.content = someContent({ captions: [uploaded] });
    expect(await runStep()).toMatchObject({
      state: 'skipped',
      reason: 'The title has captions in this language that someone uploaded. They are never replaced.',
    });
    expect([state.content?.captions, files.size]).toEqual([[uploaded], 0]);
    // The player offers the transcript anyway.
    expect([state.content?.has_transcript, state.writes]).toEqual([true, 1]);
    state.transcript = { ...state.transcript, language: 'de-DE' };
    await change();
    expect(state.content?.captions?.map(({ language }) => language)).toEqual(['en', 'de-DE']);
  });

  it('are removed with the last words of the transcript', async () => {
    const { state, files, runStep } = createWorld();
    await runStep();
    state.segments = [];
    expect(await runStep()).toMatchObject({ state: 'skipped', reason: 'The title has no transcript.' });
    expect([state.content?.captions, state.content?.has_transcript, files.size]).toEqual([[], false, 0]);
    state.content = undefined;
    expect(await runStep()).toMatchObject({ state: 'skipped', reason: 'The title no longer exists.' });
  });

  it('are removed with the file that they belong to, unless a user has edited them', async () => {
    const { state, files, runStep } = createWorld();
    await runStep();
    state.content = someContent({ ...state.content, source_version_id: 'version-2' });
    const before = state.transcript;
    state.transcript = { ...before, edited_at: AT };
    expect(await runStep()).toMatchObject({ state: 'completed' });
    expect(files.size).toBe(1);
    state.transcript = before;
    expect(await runStep()).toMatchObject({ state: 'skipped', reason: 'The transcript is that of an earlier file.' });
    expect([state.content?.captions, state.content?.has_transcript, files.size]).toEqual([[], false, 0]);
  });

  it('are removed again when the title was deleted while they were written', async () => {
    const { state, removals, change } = createWorld();
    await change();
    expect(removals).toEqual([]);
    state.content = undefined;
    await change();
    expect(removals).toEqual(['cnt_1']);
  });
});
