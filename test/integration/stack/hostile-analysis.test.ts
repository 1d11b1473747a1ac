import { analysisResultEntity } from '../../../lambdas/data/analysis/result-repository.ts';
import { uploadEntity } from '../../../lambdas/data/conversion/upload-entity.ts';
import { attemptEntity } from '../../../lambdas/data/conversion/attempt-repository.ts';
import { safetyVerdictEntity } from '../../../lambdas/data/safety/safety-entities.ts';
import { readVtt } from '../../../lambdas/domain/captions/vtt.ts';
import { openApi, type Api } from '../../support/api.ts';
import { contentItem } from '../../support/content.ts';
import { claimedUpload, finishedAttempt } from '../../support/rows/conversion-records.ts';
import { someFlagged } from '../../support/rows/safety-rows.ts';
import { waitFor, type LocalStack } from '../../support/stack/local-stack.ts';
import { openOperator, type Operator } from '../../support/stack/operator.ts';
import { sharedStack } from '../../support/stack/shared-stack.ts';
import { openAccounts, type Accounts, type Person } from '../../support/stack/sign-in.ts';
import { resultsWithTexts } from '../../support/stored-markup/model-payloads.ts';
import { payloads } from '../../support/stored-markup/payloads.ts';
import { someTranscript } from '../../support/transcripts.ts';

/** Follows each text, so that logs can be searched for them. */
const MARK = 'kumquat';
const texts = payloads.map((payload) => `${payload.trim()} ${MARK}`);
const { content, verdict } = someFlagged({
  title: 'Hostile speech',
  status: 'published',
  current_attempt: 'version-1/1',
});
const versionId = content.source_version_id ?? '';

let stack: LocalStack;
let accounts: Accounts;
let operator: Operator;
let api: Api;
let admin: Person;
let listener: Person;

beforeAll(async () => {
  stack = await sharedStack();
  [accounts, operator, api] = [await openAccounts(stack), openOperator(stack), openApi(stack.url)];
  [admin, listener] = [await accounts.demo('admin'), await accounts.demo('listener')];
  const model = { entities: texts, labels: texts, topics: texts, findings: texts, quotes: texts, model: texts.join() };
  await operator.put(
    contentItem(content),
    uploadEntity.toItem(claimedUpload(content)),
    attemptEntity.toItem(finishedAttempt(content)),
    safetyVerdictEntity.toItem(verdict),
    ...resultsWithTexts(content, model).map((result) => analysisResultEntity.toItem(result)),
    ...someTranscript(content.id, versionId, texts),
  );
});
afterAll(async () => {
  api?.close();
  accounts?.close();
  operator?.close();
  await stack?.stop();
});

const params = { id: content.id };

describe('hostile texts of models', () => {
  it('are unchanged in the analysis of a title and in its review', async () => {
    const found = await api.call('analysis.get-analysis', { params }, admin.token);
    expect(found.entities.map(({ text }) => text)).toEqual(texts);
    expect(found.labels.map(({ name }) => name)).toEqual(texts);
    expect(found.metadata.content_analysis?.topics.map(({ topic }) => topic)).toEqual(texts);
    expect(found.metadata.transcription).toBe(texts.join(' '));
    const review = await api.call('safety.get-review', { params }, admin.token);
    for (const { evidence } of [found, review]) {
      expect([...new Set(evidence.map(({ label }) => label))].sort()).toEqual([...texts].sort());
      expect(evidence.flatMap(({ quote }) => quote ?? []).sort()).toEqual([...texts].sort());
    }
  });

  it('are sentences of the transcript, and cues of its files', async () => {
    const { segments } = await api.call('transcripts.get-transcript', { params }, listener.token);
    expect(segments.map(({ text }) => text)).toEqual(texts);
    const file = async (format: 'vtt' | 'srt' | 'txt'): Promise<string> =>
      (await api.call('transcripts.get-file', { params: { ...params, format } }, listener.token)).text;
    const cues = readVtt(await file('vtt')).map(({ text }) => text);
    expect(cues.map((text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))).toEqual(
      texts,
    );
    expect(cues.filter((text) => /[<>]/.test(text))).toEqual([]);
    expect((await file('srt')).match(/-->/g)).toHaveLength(texts.length);
    expect((await file('txt')).trim().split('\n')).toEqual(texts);
  });

  it('are found by the search in speech as they were said', async () => {
    const found = await waitFor(
      'the sentences in the search index',
      async () => {
        const { items } = await api.call('search.search-speech', { query: { q: MARK } }, listener.token);
        return items.find((item) => item.content.id === content.id);
      },
      20_000,
    );
    expect(found.sentences.length).toBeGreaterThan(0);
    expect(found.sentences.filter(({ text }) => !texts.includes(text))).toEqual([]);
  });

  it('are sent as JSON that browsers do not interpret, and never logged', async () => {
    for (const key of ['analysis.get-analysis', 'safety.get-review', 'transcripts.get-transcript'] as const) {
      const { status, headers } = await api.request(key, { params }, admin.token);
      expect([key, status, headers['content-type'], headers['x-content-type-options']]).toEqual([
        key,
        200,
        expect.stringMatching(/^application\/json/),
        'nosniff',
      ]);
    }
    expect(stack.output()).not.toContain(MARK);
  });
});
