import { auditMonth } from '../../../lambdas/data/admin/audit-entity.ts';
import { LEFTOVER_TIME_MS } from '../../../lambdas/domain/conversion/leftovers.ts';
import { MEDIA } from '../../support/worlds/media-engines.ts';
import type { MediaFlow } from '../../support/worlds/media-flow.ts';
import type { mockRunJob } from '../../support/worlds/cached-encoder.ts';
import { startReplacementFlow, type ReplacementTools } from '../../support/worlds/replacement.ts';

jest.mock('../../../infra/local/services/mediaconvert/run-job.ts', () =>
  jest.requireActual<{ mockRunJob: typeof mockRunJob }>('../../support/worlds/cached-encoder.ts').mockRunJob(),
);

const PUT = 'PUT /api/content/{id}/captions/{language}';
const REMOVE = 'DELETE /api/content/{id}/captions/{language}';
const vtt = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`;

let flow: MediaFlow;
let tools: ReplacementTools;
beforeAll(async () => void ({ flow, tools } = await startReplacementFlow()));
afterAll(() => flow.stop());

const put = (id: string, language: string, text: string, label = language) =>
  flow.call(PUT, { label, text }, { params: { id, language } });
const files = async (id: string): Promise<readonly string[]> => [
  ...new Set(
    (await flow.stored()).filter((key) => key.startsWith(`media/captions/${id}/`) && flow.s3.statObject(MEDIA, key)),
  ),
];
/** The audit log's caption actions for an item, in order. */
const captionActs = async (id: string) => {
  // The clock of the flow is moved, also into another month.
  const months = [...new Set([Date.now(), flow.now()].map((time) => auditMonth(new Date(time).toISOString())))];
  const entries = await Promise.all(
    months.map((month) =>
      flow.table.queryAll({ partition: `AUDIT#${month}`, limit: 500, descending: false, consistent: true }),
    ),
  );
  return entries
    .flat()
    .filter(({ target_id: target, action }) => target === id && String(action).startsWith('content.captions'))
    .map(({ action }) => action);
};

it('captions survive a new media file, are replaced per language, and are deleted with their item', async () => {
  const { contentId } = await tools.published();
  const { revision } = await tools.content(contentId);
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

  await tools.store(tools.longer, contentId);
  await tools.drain();
  flow.skip(LEFTOVER_TIME_MS + 1);
  await flow.sweep();
  expect(await files(contentId)).toEqual(before);
  expect((await tools.content(contentId)).captions).toHaveLength(2);

  expect((await put(contentId, 'en', vtt('Two'), 'English')).status).toBe(200);
  const after = await files(contentId);
  expect(after).toHaveLength(2);
  expect(after.filter((key) => before.includes(key))).toHaveLength(1);
  expect(flow.invalidated).toContain(`/${before.find((key) => !after.includes(key))}`);

  expect((await flow.call(REMOVE, undefined, { params: { id: contentId, language: 'de' } })).body).toMatchObject({
    captions: [{ language: 'en' }],
  });
  expect((await flow.call(REMOVE, undefined, { params: { id: contentId, language: 'de' } })).status).toBe(200);
  expect(await captionActs(contentId)).toEqual([
    'content.captions-attached',
    'content.captions-attached',
    'content.captions-attached',
    'content.captions-removed',
  ]);
  // Of all these, only the new file is a new revision.
  expect((await tools.content(contentId)).revision).toBe(revision + 1);

  expect((await flow.call('DELETE /api/content/{id}', undefined, { params: { id: contentId } })).status).toBe(204);
  expect((await put(contentId, 'en', vtt('Late'))).problem.code).toBe('content_not_found');
  await tools.drain();
  expect((await flow.stored()).filter((key) => key.includes(contentId))).toEqual([]);
});

it('captions leave nothing behind when they are rejected, or when another edit was first', async () => {
  const { contentId } = await tools.published();
  expect((await put(contentId, 'en', 'no captions')).problem).toMatchObject({
    code: 'validation_failed',
    detail: expect.stringContaining('Line 1'),
  });
  expect(await files(contentId)).toEqual([]);
  const responses = await Promise.all(
    ['en', 'de', 'fr', 'it'].map((language) => put(contentId, language, vtt(language))),
  );
  const accepted = responses.filter(({ status }) => status === 200).length;
  expect(accepted).toBeGreaterThan(0);
  expect(
    responses.filter(({ status }) => status !== 200).every(({ problem }) => problem.code === 'version_conflict'),
  ).toBe(true);
  expect((await tools.content(contentId)).captions).toHaveLength(accepted);
  expect(await files(contentId)).toHaveLength(accepted);
  expect(await captionActs(contentId)).toHaveLength(accepted);
});
