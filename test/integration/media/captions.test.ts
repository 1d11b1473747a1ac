import { auditMonth } from '../../../lambdas/data/admin/audit-entity.ts';
import { LEFTOVER_TIME_MS } from '../../../lambdas/domain/conversion/leftovers.ts';
import { MEDIA, type MediaFlow } from '../../support/worlds/media-flow.ts';
import type { rehearse } from '../../support/worlds/rehearsed-jobs.ts';
import { startReplacing, type Replacing } from '../../support/worlds/replacing.ts';

jest.mock('../../../infra/local/services/mediaconvert/run-job.ts', () => {
  const { runJob } = jest.requireActual<{ runJob: Parameters<typeof rehearse>[0] }>(
    '../../../infra/local/services/mediaconvert/run-job.ts',
  );
  return jest.requireActual<{ rehearse: typeof rehearse }>('../../support/worlds/rehearsed-jobs.ts').rehearse(runJob);
});

jest.setTimeout(120_000);

const PUT = 'PUT /api/content/{id}/captions/{language}';
const REMOVE = 'DELETE /api/content/{id}/captions/{language}';
const vtt = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`;

let flow: MediaFlow;
let on: Replacing;
beforeAll(async () => void ({ flow, on } = await startReplacing()));
afterAll(() => flow.stop());

const put = (id: string, language: string, text: string, label = language) =>
  flow.call(PUT, { label, text }, { params: { id, language } });
const files = async (id: string): Promise<readonly string[]> => [
  ...new Set(
    (await flow.stored()).filter((key) => key.startsWith(`media/captions/${id}/`) && flow.s3.statObject(MEDIA, key)),
  ),
];
/** The entries of the audit log about captions of a content, in their order. */
const acts = async (id: string) => {
  const { items } = await flow.table.query({
    partition: `AUDIT#${auditMonth(new Date(flow.now()).toISOString())}`,
    limit: 500,
    descending: false,
    consistent: true,
  });
  return items
    .filter(({ target_id: target, action }) => target === id && String(action).startsWith('content.captions'))
    .map(({ action }) => action);
};

it('stay when the file is replaced, follow a new file of their language, and go with their content', async () => {
  const { contentId } = await on.published();
  const { revision } = await on.content(contentId);
  expect((await put(contentId, 'en', vtt('One'), 'English')).status).toBe(200);
  expect((await put(contentId, 'de', vtt('Eins'), 'Deutsch')).body).toMatchObject({
    captions: [{ language: 'de', label: 'Deutsch' }, { language: 'en' }],
  });
  const before = await files(contentId);
  expect(before).toHaveLength(2);
  expect(
    (await flow.cookies(contentId, 'listener')).filter((cookie) =>
      cookie.includes(`Path=/media/captions/${contentId}/;`),
    ),
  ).toHaveLength(3);

  await on.store(on.longer, contentId);
  await on.pumped();
  flow.skip(LEFTOVER_TIME_MS + 1);
  await flow.sweep();
  expect(await files(contentId)).toEqual(before);
  expect((await on.content(contentId)).captions).toHaveLength(2);

  expect((await put(contentId, 'en', vtt('Two'), 'English')).status).toBe(200);
  const after = await files(contentId);
  expect(after).toHaveLength(2);
  expect(after.filter((key) => before.includes(key))).toHaveLength(1);
  expect(flow.forgotten).toContain(`/${before.find((key) => !after.includes(key))}`);

  expect((await flow.call(REMOVE, undefined, { params: { id: contentId, language: 'de' } })).body).toMatchObject({
    captions: [{ language: 'en' }],
  });
  expect((await flow.call(REMOVE, undefined, { params: { id: contentId, language: 'de' } })).status).toBe(200);
  expect(await acts(contentId)).toEqual([
    'content.captions-attached',
    'content.captions-attached',
    'content.captions-attached',
    'content.captions-removed',
  ]);
  expect((await on.content(contentId)).revision).toBe(revision);

  expect((await flow.call('DELETE /api/content/{id}', undefined, { params: { id: contentId } })).status).toBe(204);
  expect((await put(contentId, 'en', vtt('Late'))).problem.code).toBe('content_not_found');
  await on.pumped();
  expect((await flow.stored()).filter((key) => key.includes(contentId))).toEqual([]);
});

it('leave nothing behind when they are refused, or when somebody else was first', async () => {
  const { contentId } = await on.published();
  expect((await put(contentId, 'en', 'no captions')).problem).toMatchObject({
    code: 'validation_failed',
    detail: expect.stringContaining('Line 1'),
  });
  expect(await files(contentId)).toEqual([]);
  const answers = await Promise.all(
    ['en', 'de', 'fr', 'it'].map((language) => put(contentId, language, vtt(language))),
  );
  const taken = answers.filter(({ status }) => status === 200).length;
  expect(taken).toBeGreaterThan(0);
  expect(
    answers.filter(({ status }) => status !== 200).every(({ problem }) => problem.code === 'version_conflict'),
  ).toBe(true);
  expect((await on.content(contentId)).captions).toHaveLength(taken);
  expect(await files(contentId)).toHaveLength(taken);
  expect(await acts(contentId)).toHaveLength(taken);
});
