import { tinyWav } from '../../media/tiny-wav.ts';
import { contentKeyOf, type FlowTools } from '../flow-tools.ts';

const expectThat = (what: string, holds: boolean): void => {
  if (!holds) throw new Error(`Not as expected: ${what}`);
};

/** Changes both buckets by hand, and lets the tools find that and put back what the template declares. */
const repairBuckets = async ({ api, admin, open, uploadsBucket, mediaBucket }: FlowTools): Promise<void> => {
  const diagnose = () => api.call('delivery-tools.diagnose-s3-access', {}, admin);
  for (const bucket of [uploadsBucket, mediaBucket]) await open.disturbBucket(bucket);
  const { diagnosis: disturbed } = await diagnose();
  expectThat('four changes are found', disturbed.recommendations.length === 4);
  const cors = await api.call('delivery-tools.configure-s3-cors-v2', { body: { action: 'configure' } }, admin);
  expectThat('CORS is put back', cors.success && cors.configurationUpdated && !cors.manualConfigRequired);
  const access = await api.call('delivery-tools.fix-s3-public-access', { body: { action: 'fix' } }, admin);
  expectThat('public access is blocked', access.success && access.configurationUpdated);
  const { success, diagnosis } = await diagnose();
  expectThat(`nothing is left: ${diagnosis.recommendations.join(' ')}`, success);
  expectThat(
    'no bucket is public',
    diagnosis.buckets.every(({ is_public }) => is_public === false),
  );
  const chosen = await api.call('delivery-tools.intelligent-cors-manager', { body: {} }, admin);
  expectThat('CloudFront is chosen', chosen.success && chosen.strategy === 'cloudfront' && chosen.capabilities.cors);
};

/** Finds the distribution in every way. */
const findDistribution = async ({ api, admin, uploadsBucket }: FlowTools): Promise<void> => {
  const { settings } = await api.call('delivery-tools.get-cdn-settings', {}, admin);
  const body = { bucketName: uploadsBucket, region: 'us-east-1' };
  const found = [
    await api.call('delivery-tools.setup-cloudfront-enterprise', { body }, admin),
    await api.call(
      'delivery-tools.setup-cdn-for-existing',
      { body: { action: 'setup_permanent_distribution' } },
      admin,
    ),
  ];
  expectThat(
    'the distribution is found',
    found.every(({ success, distributionId: id }) => success && id === settings?.distribution_id),
  );
  const { success, connections } = await api.call('delivery-tools.test-aws-connection', {}, admin);
  expectThat(`every dependency responds: ${JSON.stringify(connections)}`, success);
};

/** Uses every tool of the delivery: on the buckets, the distribution and a title that an older version converted. */
export const repairDelivery = async (tools: FlowTools): Promise<void> => {
  const { api, admin, open, storeFile, requestUpload, createContent, waitForConversion } = tools;
  await repairBuckets(tools);
  await findDistribution(tools);
  const { contentId, s3Key } = await storeFile('delivered.wav', 'audio/wav', tinyWav());
  await requestUpload({ action: 'complete', s3Key });
  await createContent(s3Key);
  const { has_storyboard: _storyboard, ...outdated } = await waitForConversion(contentId);
  await open.put(outdated);
  const first = await api.call('delivery-tools.list-outdated-media', { query: { limit: '1' } }, admin);
  expectThat('the newest title is outdated', first.items[0]?.id === contentId && first.next_cursor !== null);
  const next = { query: { limit: '1', cursor: first.next_cursor ?? '' } };
  await api.call('delivery-tools.list-outdated-media', next, admin);
  const migrate = () =>
    api.call('delivery-tools.migrate-to-permanent-cdn', { body: { contentIds: [contentId] } }, admin);
  expectThat('the title is converted again', (await migrate()).migrated === 1);
  await waitForConversion(contentId, 2);
  expectThat('it is not outdated any more', (await migrate()).skipped[0]?.reason === 'not-outdated');
  const { reset } = await api.call('delivery-tools.reset-cdn', { body: { contentIds: [contentId] } }, admin);
  const read = () => api.call('catalog.get-content', { params: { id: contentId } }, admin);
  expectThat('the CDN fields are empty', reset === 1 && (await read()).cdn_video_url === null);
  const applied = await api.call('delivery-tools.apply-cdn-fallback', { body: { contentId } }, admin);
  const { cdn_video_url: url, metadata } = await read();
  expectThat('the fallback sets them', applied.cdnWorking && url === applied.url && metadata.original_cdn_url === null);
  const check = () => api.call('delivery-tools.setup-cloudfront', { body: { contentId } }, admin);
  expectThat('the setup step succeeds', (await check()).success);
  await open.change(contentKeyOf(contentId), { media_version: 'gone' });
  expectThat('it finds that files are missing', !(await check()).success);
};
