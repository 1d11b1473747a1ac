import { waitFor } from '../../stack/local-stack.ts';
import { budgetItems } from '../../rows/analysis-rows.ts';
import type { FlowTools } from '../flow-tools.ts';
import { untilStepEnds } from './transcripts.ts';

/** Waits until the analysis of both titles is listed and nothing runs, and reads a second page of the list. */
const listAnalyzedTitles = async ({ api, admin }: FlowTools, ids: readonly string[]): Promise<void> => {
  await waitFor('the lists of analyzed titles', async () => {
    const { items } = await api.call('analysis.list-titles', { query: { limit: 100 } }, admin);
    const found = items.filter(({ content_id: id, next_run: next }) => ids.includes(id) && next !== null);
    return found.length === ids.length ? true : undefined;
  });
  const query = { limit: 1, verdict: 'unknown' as const };
  const { next_cursor: cursor } = await api.call('analysis.list-titles', { query }, admin);
  if (cursor === null) throw new Error('The list of analyzed titles has no second page');
  await api.call('analysis.list-titles', { query: { ...query, cursor } }, admin);
};

/** Runs the analysis of a title again, and waits until its speech was tried: a machine may have no recognizer. */
const runAgain = async ({ api, admin }: FlowTools, id: string): Promise<void> => {
  const speech = async () => {
    const { steps } = await api.call('conversion.list-steps', { params: { id } }, admin);
    return steps.find(({ step }) => step === 'speech');
  };
  const runs = (await speech())?.attempts ?? 0;
  await api.call('analysis.run-analysis', { params: { id } }, admin);
  await waitFor('another run of speech', async () => {
    const now = await speech();
    return now && now.attempts > runs && now.state !== 'running' ? true : undefined;
  });
};

/**
 * Waits for the analysis of a video's frames and of what is said in another title. Reads the results, the overview, and
 * two pages of the budget and of the list of titles, corrects a label, and runs the analysis again.
 */
export const analyzeTitles = async (tools: FlowTools, videoId: string, speechId: string): Promise<void> => {
  const { open, api, admin } = tools;
  await untilStepEnds(tools, videoId, { step: 'frames', run: 1, expected: 'completed' });
  for (const step of ['text', 'topics']) await untilStepEnds(tools, speechId, { step, run: 2, expected: 'completed' });
  const video = await api.call('analysis.get-analysis', { params: { id: videoId } }, admin);
  const speech = await api.call('analysis.get-analysis', { params: { id: speechId } }, admin);
  if (speech.metadata.sentiment_analysis === null || video.metadata.video_analysis === null)
    throw new Error('The analysis has no results');
  const label = { kind: 'label', name: 'Rabbit', change: 'added' } as const;
  await api.call('analysis.correct-analysis', { params: { id: videoId }, body: label }, admin);
  const corrected = await api.call('analysis.get-analysis', { params: { id: videoId } }, admin);
  if (corrected.corrections[0]?.by_name === undefined) throw new Error('The correction was not stored');
  const { metadata } = await api.call(
    'catalog.get-content',
    { params: { id: speechId }, query: { analysis: 'true' } },
    admin,
  );
  if (!metadata.transcription || !metadata.content_analysis) throw new Error('The metadata lacks the analysis');
  for (const item of budgetItems()) await open.put(item);
  const query = { month: '2026-11', limit: 1 };
  const { next_cursor: cursor } = await api.call('analysis.get-budget', { query }, admin);
  if (cursor === null) throw new Error('The budget has no second page');
  await api.call('analysis.get-budget', { query: { ...query, cursor } }, admin);
  await listAnalyzedTitles(tools, [videoId, speechId]);
  const { kinds } = await api.call('analysis.get-overview', {}, admin);
  if (kinds.some(({ kind, titles }) => kind === 'transcription' && titles === 0))
    throw new Error('The overview has no transcript');
  await runAgain(tools, videoId);
};
