import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ListJobsCommand } from '@aws-sdk/client-mediaconvert';
import type { StepView } from '../../../lambdas/contract/media/steps.ts';
import { parseAttemptId } from '../../../lambdas/domain/conversion/attempt.ts';
import { priceOf } from '../../../lambdas/domain/media/prices.ts';
import { hdrFilm } from '../../support/media/hdr-film.ts';
import { UPLOADS } from '../../support/worlds/media-engines.ts';
import { startMediaFlow, type MediaFlow } from '../../support/worlds/media-flow.ts';

let flow: MediaFlow;
beforeAll(async () => {
  flow = await startMediaFlow();
});
afterAll(() => flow.stop());
afterEach(() => {
  flow.stage.hdrToSdr = 'convert';
});

const converted = async (body: Buffer): Promise<string> => {
  const file = { fileName: 'film.mp4', fileType: 'video/mp4', fileSize: body.length };
  const { body: allotted } = await flow.call('POST /api/functions/s3-upload-url', file);
  const { contentId, s3Key } = allotted as { contentId: string; s3Key: string };
  await flow.s3.writeObject(UPLOADS, s3Key, body);
  await flow.call('POST /api/functions/s3-upload-url', { action: 'complete', s3Key });
  await flow.call('POST /api/content', { s3Key, title: 'A film', contentType: 'video' });
  expect(await flow.pump()).toBe(0);
  return contentId;
};
const convertStep = async (id: string): Promise<StepView | undefined> =>
  (
    (await flow.call('GET /api/content/{id}/steps', undefined, { params: { id } })).body as { steps: StepView[] }
  ).steps.find(({ step }) => step === 'convert');
const attemptOf = async (id: string) => {
  const content = await flow.records.get(id, { consistent: true });
  const attempt = await flow.attempts.get({ content_id: id, ...parseAttemptId(content?.current_attempt ?? '') });
  if (!attempt?.ladder) throw new Error(`${id} has no attempt with a ladder`);
  const { colors, price, duration = 0, ladder } = attempt;
  const tiers = (['basic', 'professional'] as const).filter(
    (tier) => Number(priceOf(ladder, duration, tier).toFixed(6)) === price,
  );
  return { colors, tiers };
};
/** How many pictures of an item's latest job are converted to SDR, and how many are not. */
const picturesOf = async (id: string) => {
  const { Jobs = [] } = await flow.converterClient.send(new ListJobsCommand({}));
  const job = Jobs.find(({ UserMetadata }) => UserMetadata?.['contentId'] === id);
  const pictures = (job?.Settings?.OutputGroups ?? [])
    .flatMap(({ Outputs = [] }) => Outputs)
    .flatMap(({ VideoDescription }) => VideoDescription ?? []);
  const corrected = pictures.filter(
    ({ VideoPreprocessors }) => VideoPreprocessors?.ColorCorrector?.ColorSpaceConversion === 'FORCE_709',
  );
  return { converted: corrected.length, left: pictures.length - corrected.length };
};

it('converts the colors of an HDR video, and expects the price of that', async () => {
  const id = await converted(hdrFilm('hlg'));
  expect(await picturesOf(id)).toEqual({ converted: 4, left: 0 });
  expect(await attemptOf(id)).toEqual({ colors: 'converted', tiers: ['professional'] });
  expect(await convertStep(id)).toMatchObject({ state: 'completed', reason: null });
});

it('shows administrators that colors are not converted, until the step runs again with the conversion on', async () => {
  flow.stage.hdrToSdr = 'off';
  const id = await converted(hdrFilm('pq'));
  expect(await picturesOf(id)).toEqual({ converted: 0, left: 4 });
  expect(await attemptOf(id)).toEqual({ colors: 'unconverted', tiers: ['basic'] });
  expect(await convertStep(id)).toMatchObject({
    state: 'completed',
    reason: expect.stringContaining('its colors are not converted, so it looks pale') as unknown,
    can_run: true,
  });
  expect((await flow.records.get(id))?.conversion_status).toBe('completed');

  flow.stage.hdrToSdr = 'convert';
  await flow.call('POST /api/content/{id}/steps/{step}', undefined, { params: { id, step: 'convert' } });
  expect(await flow.pump()).toBe(0);
  expect(await picturesOf(id)).toEqual({ converted: 4, left: 0 });
  expect(await convertStep(id)).toMatchObject({ state: 'completed', reason: null, attempts: 2 });
});

it('changes nothing for an SDR video', async () => {
  const id = await converted(readFileSync(join(__dirname, '../../support/media/rabbit320.mp4')));
  expect(await picturesOf(id)).toMatchObject({ converted: 0 });
  expect(await attemptOf(id)).toEqual({ colors: undefined, tiers: ['basic'] });
  expect(await convertStep(id)).toMatchObject({ state: 'completed', reason: null });
});
