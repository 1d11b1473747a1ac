import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentView } from '../../../lambdas/contract/content/content-shapes.ts';
import type { MediaUrl } from '../../../lambdas/contract/media/playback.ts';
import type { StepView } from '../../../lambdas/contract/media/steps.ts';
import { toView } from '../../../lambdas/domain/content/views.ts';
import { parseAttemptId } from '../../../lambdas/domain/conversion/attempt.ts';
import { storyboardKey, tierFileKey } from '../../../lambdas/domain/media/layout.ts';
import { MEDIA, UPLOADS } from '../../support/worlds/media-engines.ts';
import { startMediaFlow, type MediaFlow } from '../../support/worlds/media-flow.ts';
import { tinyWav } from '../../support/media/tiny-wav.ts';

const rabbit = readFileSync(join(__dirname, '../../support/media/rabbit320.mp4'));
const SHEET = 'Thumbnail_000000001.jpg';

let flow: MediaFlow;
beforeAll(async () => {
  flow = await startMediaFlow();
});
afterAll(() => flow.stop());

const converted = async (fileName: string, body: Buffer, fileType: string, contentType: string): Promise<string> => {
  const { body: allotted } = await flow.call('POST /api/functions/s3-upload-url', {
    fileName,
    fileType,
    fileSize: body.length,
  });
  const { contentId, s3Key } = allotted as { contentId: string; s3Key: string };
  await flow.s3.writeObject(UPLOADS, s3Key, body);
  await flow.call('POST /api/functions/s3-upload-url', { action: 'complete', s3Key });
  expect((await flow.call('POST /api/content', { s3Key, title: 'A film', contentType })).status).toBe(201);
  expect(await flow.pump()).toBe(0);
  return contentId;
};
const view = async (id: string): Promise<ContentView> => {
  const content = await flow.records.get(id, { consistent: true });
  if (!content) throw new Error(`${id} does not exist`);
  return toView(content);
};
const mediaUrl = async (id: string): Promise<MediaUrl> =>
  (await flow.call('POST /api/functions/get-media-url', { contentId: id })).body as MediaUrl;
const step = async (id: string, name = 'storyboard'): Promise<StepView | undefined> =>
  (
    (await flow.call('GET /api/content/{id}/steps', undefined, { params: { id } })).body as { steps: StepView[] }
  ).steps.find((one) => one.step === name);
const writeAgain = async (id: string): Promise<void> => {
  expect(
    (await flow.call('POST /api/content/{id}/steps/{step}', undefined, { params: { id, step: 'ready' } })).status,
  ).toBe(202);
  expect(await flow.pump()).toBe(0);
};
const textOf = (key: string): string => readFileSync(flow.s3.objectPath(MEDIA, key) ?? '', 'utf8');

it('a video gets a storyboard: sheets, cues next to them, and a URL for everyone who may play it', async () => {
  const id = await converted('rabbit.mp4', rabbit, 'video/mp4', 'video');
  const { media_version: version = '' } = (await flow.records.get(id)) ?? {};
  const key = storyboardKey(id, version ?? '');
  expect([(await view(id)).storyboard_url, (await mediaUrl(id)).storyboard_url]).toEqual([`/${key}`, `/${key}`]);
  expect(flow.s3.statObject(MEDIA, key)?.contentType).toBe('text/vtt');
  const cues = textOf(key).trim().split('\n\n');
  expect(cues[0]).toBe('WEBVTT');
  expect(cues[1]).toBe(`00:00:00.000 --> 00:00:02.000\n${SHEET}#xywh=0,0,160,120`);
  const { duration } = await view(id);
  expect(cues).toHaveLength(1 + Math.ceil((duration ?? 0) / 2));
  expect(await step(id)).toMatchObject({ state: 'completed', reason: null });
});

it('a missing sheet fails only the storyboard, which recovers once the sheet is back', async () => {
  const id = await converted('rabbit.mp4', rabbit, 'video/mp4', 'video');
  const before = await flow.records.get(id);
  const version = before?.media_version ?? '';
  const sheet = tierFileKey(id, version, '480', SHEET);
  const bytes = readFileSync(flow.s3.objectPath(MEDIA, sheet) ?? '');
  flow.s3.deleteObject(MEDIA, sheet);
  await writeAgain(id);
  expect(await step(id)).toMatchObject({
    state: 'failed',
    reason: `1 of 1 image sheets of the storyboard are missing: ${SHEET}.`,
    can_run: true,
  });
  expect(await view(id)).toMatchObject({
    storyboard_url: null,
    conversion_status: 'completed',
    converted_video_url: `/media/${id}/${version}/480/index.m3u8`,
  });
  expect((await mediaUrl(id)).storyboard_url).toBeNull();
  await flow.s3.writeObject(MEDIA, sheet, bytes, { contentType: 'image/jpeg' });
  await writeAgain(id);
  expect(await step(id)).toMatchObject({ state: 'completed', reason: null });
  const attempt = await flow.attempts.get({ content_id: id, ...parseAttemptId(before?.current_attempt ?? '') });
  expect(attempt).toMatchObject({ storyboard: { sheets: 1 } });
  expect(await step(id, 'ready')).toMatchObject({ state: 'completed', attempts: 3 });
  expect(await flow.records.get(id)).toEqual(before);
});

it('music has no storyboard', async () => {
  const id = await converted('tone.wav', tinyWav(), 'audio/wav', 'music');
  expect([(await view(id)).storyboard_url, (await mediaUrl(id)).storyboard_url]).toEqual([null, null]);
  expect(await step(id)).toMatchObject({ state: 'skipped', reason: 'The file contains only audio.' });
});
