import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stepEntity } from '../../../../lambdas/data/pipeline/step-repository.ts';
import { analysisAudioKey } from '../../../../lambdas/domain/media/layout.ts';
import { MEDIA } from '../../media/media-files.ts';
import type { FlowTools } from '../flow-tools.ts';

const SCRIPT =
  'And so, my fellow Americans: ask not what your country can do for you, ask what you can do for your country.';
const LYRICS = SCRIPT.replace(': ', '\n').replace('you, ', 'you\n');

/** Waits until a run of a step ends, and checks how. */
export const untilStepEnds = async (
  { open, currentAttempt }: FlowTools,
  id: string,
  { step, run, expected }: { step: string; run: number; expected: 'completed' | 'skipped' | 'failed' },
): Promise<void> => {
  const { version_id, attempt } = await currentAttempt(id);
  const key = stepEntity.key({ content_id: id, version_id, attempt, step, run });
  const { state, reason } = await open.until(`run ${run} of ${step}`, key, (item) => item['state'] !== 'running');
  if (state !== expected) throw new Error(`${step} ended as ${String(state)}: ${String(reason)}`);
};

/**
 * Uploads a speech with its script, aligns another one to the sound, edits the transcript, which is kept when the first
 * script is aligned again, and downloads it. Runs the step again without the sound. Returns the ID of the title.
 */
export const transcribeSpeech = async (tools: FlowTools): Promise<string> => {
  const { api, admin, cloud, mediaBucket } = tools;
  const { contentId, s3Key } = await tools.storeFile('jfk.wav', 'audio/wav', readFileSync(join(MEDIA, 'jfk.wav')));
  await tools.requestUpload({ action: 'complete', s3Key });
  await tools.createContent(s3Key, { contentType: 'music', script: { kind: 'text', language: 'en', text: SCRIPT } });
  await tools.waitForConversion(contentId);
  const params = { id: contentId };
  const putScript = (kind: 'text' | 'lyrics', text: string) =>
    api.call('transcripts.put-script', { params, body: { kind, language: 'en', text } }, admin);
  const untilAnalyzed = async (run: number, steps: readonly string[]): Promise<void> => {
    for (const step of steps) await untilStepEnds(tools, contentId, { step, run, expected: 'completed' });
  };
  // The transcript of the lyrics replaces the one of the text, because no one has edited it.
  const analyzed = ['speech', 'captions', 'text', 'topics'];
  await untilAnalyzed(1, analyzed);
  await putScript('lyrics', LYRICS);
  await untilAnalyzed(2, analyzed);

  const read = () => api.call('transcripts.get-editor', { params }, admin);
  const [segment] = (await read()).segments;
  if (!segment) throw new Error('The lyrics have no lines');
  const { id: segmentId, start_ms, end_ms } = segment;
  const edited = await api.call(
    'transcripts.update-segment',
    {
      params: { ...params, segmentId },
      body: { version: 0, text: 'My fellow citizens', start_ms, end_ms: end_ms - 100, removed: false },
    },
    admin,
  );
  const { version } = edited.segment;
  await api.call('transcripts.list-versions', { params: { ...params, segmentId } }, admin);
  await api.call(
    'transcripts.restore-version',
    { params: { ...params, segmentId }, body: { version, restore: 0 } },
    admin,
  );

  const { segments } = await api.call(
    'transcripts.split-segment',
    {
      params: { ...params, segmentId },
      body: { version: version + 1, at: segment.text.indexOf(' '), at_ms: Math.round((start_ms + end_ms) / 2) },
    },
    admin,
  );
  const [first, second] = segments;
  if (!first || !second) throw new Error('The segment was not split');
  const next = { id: second.id, version: second.version };
  await api.call(
    'transcripts.join-segments',
    { params: { ...params, segmentId }, body: { version: first.version, next } },
    admin,
  );

  await putScript('text', SCRIPT);
  await untilAnalyzed(3, ['speech']);
  const { transcript, candidate } = await read();
  await api.call(
    'transcripts.choose-transcript',
    { params, body: { use: 'current', set: transcript?.set ?? '', candidate_set: candidate?.set ?? '' } },
    admin,
  );
  await api.call('transcripts.get-script', { params }, admin);
  await api.call('transcripts.remove-script', { params }, admin);
  await api.call('transcripts.get-transcript', { params }, admin);
  const { text } = await api.call('transcripts.get-file', { params: { ...params, format: 'srt' } }, admin);
  if (!text.includes('-->')) throw new Error('The file has no times');
  const { media_version: mediaVersion } = await tools.currentAttempt(contentId);
  cloud.s3.deleteObject(mediaBucket, analysisAudioKey(contentId, mediaVersion));
  await api.call('conversion.run-step', { params: { ...params, step: 'speech' } }, admin);
  await untilStepEnds(tools, contentId, { step: 'speech', run: 4, expected: 'skipped' });
  return contentId;
};
