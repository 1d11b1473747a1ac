import { endpoints, type EndpointKey } from '../../../lambdas/contract/index.ts';
import type { toView } from '../../../lambdas/domain/content/views.ts';
import { someContent } from '../../support/content.ts';
import { AT, createToolWorld as setUp, E1, type ToolKey as Key } from '../../support/delivery/tool-world.ts';

const outdated = () => someContent({ current_attempt: 'version-1/1' });

it('serves every endpoint of the feature, to administrators only', async () => {
  const { post, state } = setUp();
  const keys = (Object.keys(endpoints) as EndpointKey[]).filter((key): key is Key => key.startsWith('delivery-tools.'));
  expect(keys).toHaveLength(13);
  state.role = 'moderator';
  for (const key of keys) expect([key, (await post(key, {})).status]).toEqual([key, 403]);
});

it.each<[Key, unknown]>([
  ['delivery-tools.configure-s3-cors-v2', {}],
  ['delivery-tools.configure-s3-cors-v2', { action: 'open' }],
  ['delivery-tools.fix-s3-public-access', { action: 'configure' }],
  ['delivery-tools.fix-s3-public-access', { action: 'fix', bucket: 'the-media' }],
  ['delivery-tools.intelligent-cors-manager', { operation: 'open' }],
  ['delivery-tools.intelligent-cors-manager', { forceStrategy: 'acl' }],
  ['delivery-tools.intelligent-cors-manager', { fileSize: -1 }],
  ['delivery-tools.intelligent-cors-manager', { fileSize: 53_687_091_201 }],
  ['delivery-tools.setup-cloudfront-enterprise', { bucketName: 'the-media' }],
  ['delivery-tools.setup-cloudfront', { contentId: 'x' }],
  ['delivery-tools.setup-cdn-for-existing', { action: 'create' }],
  ['delivery-tools.migrate-to-permanent-cdn', { contentIds: [] }],
  ['delivery-tools.migrate-to-permanent-cdn', { contentIds: Array.from({ length: 101 }, () => outdated().id) }],
  ['delivery-tools.reset-cdn', {}],
  ['delivery-tools.apply-cdn-fallback', { contentId: outdated().id, url: 'https://elsewhere.example' }],
])('rejects a body that the contract of %s does not know: %j', async (key, body) => {
  const { post, state } = setUp();
  expect((await post(key, body)).problem.code).toBe('validation_failed');
  expect(state.acts).toEqual([]);
});

describe('buckets', () => {
  it('have their CORS rules put back once, with an audit entry', async () => {
    const { post, state } = setUp();
    state.cors = [];
    const repaired = await post('delivery-tools.configure-s3-cors-v2', { action: 'configure' });
    expect(repaired.body).toEqual({
      success: true,
      configurationUpdated: true,
      manualConfigRequired: false,
      instructions: [],
      consoleUrl: null,
    });
    expect((await post('delivery-tools.configure-s3-cors-v2', { action: 'configure' })).body).toMatchObject({
      success: true,
      configurationUpdated: false,
    });
    expect(state.acts).toMatchObject([{ action: 'delivery.cors-restored', targetId: 'the-uploads' }]);
  });

  it('are not changed by a check, and CloudFront decides the strategy, not the caller', async () => {
    const { post, state } = setUp();
    state.cors = [];
    state.distribution = { ...E1, deployed: false };
    const manage = (body: object) => post('delivery-tools.intelligent-cors-manager', body);
    expect((await manage({ operation: 'check', cloudFrontStatus: 'Deployed', fileSize: 200_000_000 })).body).toEqual({
      success: false,
      strategy: 'cors',
      reason: 'The distribution is disabled, missing or still being deployed.',
      capabilities: { cloudFront: false, cors: false, singlePut: false },
      configurationUpdated: false,
      manualConfigRequired: false,
      instructions: [],
      consoleUrl: null,
    });
    expect(state.acts).toEqual([]);
    expect((await manage({ operation: 'configure', fileSize: 1 })).body).toMatchObject({
      success: true,
      configurationUpdated: true,
      capabilities: { cors: true, singlePut: true },
    });
    expect((await manage({ forceStrategy: 'cloudfront' })).body).toMatchObject({ success: false });
  });

  it('are as declared when nothing was changed', async () => {
    const { post } = setUp();
    expect((await post('delivery-tools.fix-s3-public-access', { action: 'fix' })).body).toMatchObject({
      success: true,
      configurationUpdated: false,
    });
    const { body } = await post('delivery-tools.diagnose-s3-access');
    expect(body).toMatchObject({ success: true, diagnosis: { recommendations: [], checked_at: AT } });
  });
});

describe('the distribution', () => {
  const calls: readonly (readonly [Key, object])[] = [
    ['delivery-tools.setup-cloudfront-enterprise', { bucketName: 'the-media', region: 'us-east-1' }],
    ['delivery-tools.setup-cdn-for-existing', { action: 'setup_permanent_distribution' }],
  ];

  it.each(calls)('is found by %s, and never created', async (key, body) => {
    const { post, state } = setUp();
    expect((await post(key, body)).body).toEqual({ success: true, distributionId: 'E1', domainName: E1.domainName });
    state.distribution = undefined;
    expect((await post(key, body)).problem.code).toBe('invalid_state');
  });

  it('is not found for buckets and regions of others', async () => {
    const { post } = setUp();
    for (const body of [
      { bucketName: 'elsewhere', region: 'us-east-1' },
      { bucketName: 'the-media', region: 'us-east-2' },
    ])
      expect((await post('delivery-tools.setup-cloudfront-enterprise', body)).status).toBe(409);
  });

  it('is the active setting while it is enabled', async () => {
    const { post, state } = setUp();
    const active = { distribution_id: 'E1', domain_name: E1.domainName, status: 'active' };
    expect((await post('delivery-tools.get-cdn-settings')).body).toEqual({ settings: active });
    for (const found of [undefined, { ...E1, enabled: false }]) {
      state.distribution = found;
      expect((await post('delivery-tools.get-cdn-settings')).body).toEqual({ settings: null });
    }
  });

  it('is one of the dependencies that a test asks', async () => {
    const { post, state } = setUp();
    const { body } = await post('delivery-tools.test-aws-connection');
    expect(body).toMatchObject({ success: true, tested_at: AT });
    state.distribution = undefined;
    const { body: failed } = await post('delivery-tools.test-aws-connection');
    const { success, connections } = failed as { success: boolean; connections: readonly Record<string, unknown>[] };
    expect(success).toBe(false);
    expect(connections.map(({ name, ok, latency_ms: ms, problem }) => [name, ok, ms, problem])).toEqual([
      ['table', true, 0, null],
      ['uploads-bucket', true, 0, null],
      ['media-bucket', true, 0, null],
      ['distribution', false, 0, 'NoSuchDistribution'],
      ['parameters', true, 0, null],
    ]);
  });
});

describe('the CDN fields of a title', () => {
  const title = someContent({ has_storyboard: true });
  const body = { contentId: title.id };
  const manifest = `/media/${title.id}/v1/1080/index.m3u8`;
  const fields = ({
    cdn_video_url: url,
    permanent_video_url: permanent,
    cdn_distribution_id: id,
  }: ReturnType<typeof toView>) => [url, permanent, id];

  it('are emptied, set by a fallback with a record of what they were, and survive a repeated call', async () => {
    const { post, state, view, actions } = setUp(title);
    expect(fields(view(title.id))).toEqual([manifest, manifest, 'E1']);
    const contentIds = [title.id, title.id, outdated().id];
    expect((await post('delivery-tools.reset-cdn', { contentIds })).body).toEqual({ success: true, reset: 1 });
    expect(fields(view(title.id))).toEqual([null, null, null]);
    expect(view(title.id).converted_video_url).toBe(manifest);
    expect((await post('delivery-tools.reset-cdn', { contentIds })).body).toEqual({ success: true, reset: 0 });
    expect(state.forgotten).toEqual([`/media/${title.id}/v1/*`]);
    const applied = { success: true, url: manifest, cdnWorking: true, fallback_applied_at: AT };
    expect((await post('delivery-tools.apply-cdn-fallback', body)).body).toEqual(applied);
    expect((await post('delivery-tools.apply-cdn-fallback', body)).body).toEqual(applied);
    expect(fields(view(title.id))).toEqual([manifest, manifest, 'E1']);
    expect(view(title.id).metadata).toMatchObject({
      conversion_audit: { conversion_status: 'completed', converted_video_url: manifest, attempt: 'version-1#1' },
      cdn_fallback_applied: true,
      original_permanent_url: null,
      original_cdn_url: null,
      fallback_applied_at: AT,
    });
    expect(actions()).toEqual(['content.cdn-reset', 'content.cdn-fallback-applied']);
  });

  it('are set again by the setup step, which records its result', async () => {
    const { post, state, view, actions } = setUp(title);
    const step = () => post('delivery-tools.setup-cloudfront', body);
    expect((await step()).body).toEqual({
      success: true,
      distributionId: 'E1',
      domainName: E1.domainName,
      checked: true,
      problem: null,
    });
    expect(actions()).toEqual([]);
    await post('delivery-tools.reset-cdn', { contentIds: [title.id] });
    expect(view(title.id).metadata.cdn_check).toBeUndefined();
    state.hasFiles = false;
    expect((await step()).body).toMatchObject({ success: false, problem: expect.stringContaining('missing') });
    expect(view(title.id).metadata.cdn_check).toMatchObject({ outcome: 'error', checked_at: AT });
    expect(view(title.id).cdn_video_url).toBeNull();
    state.hasFiles = true;
    state.conflicts = 2;
    expect((await step()).body).toMatchObject({ success: true });
    expect(view(title.id).metadata.cdn_check).toEqual({ outcome: 'configured', problem: null, checked_at: AT });
    expect(fields(view(title.id))).toEqual([manifest, manifest, 'E1']);
    expect(actions()).toEqual(['content.cdn-reset', 'content.cdn-set-up']);
  });

  it('of a later conversion are set although those of the earlier one were emptied', async () => {
    const { post, view } = setUp({ ...title, cdn: { reset_version: 'v0' } });
    expect(view(title.id).cdn_video_url).toBe(manifest);
    await post('delivery-tools.reset-cdn', { contentIds: [title.id] });
    expect(view(title.id).cdn_video_url).toBeNull();
  });

  it('stay as they are when the cache cannot be emptied, so that the call can be repeated', async () => {
    const { post, state, view } = setUp(title);
    state.forgetFails = true;
    expect((await post('delivery-tools.reset-cdn', { contentIds: [title.id] })).status).toBe(503);
    expect(view(title.id).cdn_video_url).toBe(manifest);
  });

  it('cannot be set without converted files, or of unknown and deleted titles', async () => {
    const unconverted = someContent({ media_version: null, top_tier: null, conversion_status: 'pending' });
    const deleted = someContent({ deleted_at: AT });
    const { post, state } = setUp(title, unconverted, deleted);
    state.hasFiles = false;
    const codeOf = async (key: Key, contentId: string) => (await post(key, { contentId })).problem.code;
    expect(await codeOf('delivery-tools.apply-cdn-fallback', title.id)).toBe('media_not_available');
    expect(await codeOf('delivery-tools.apply-cdn-fallback', unconverted.id)).toBe('media_not_available');
    for (const key of ['delivery-tools.apply-cdn-fallback', 'delivery-tools.setup-cloudfront'] as const)
      for (const { id } of [deleted, outdated()]) expect(await codeOf(key, id)).toBe('content_not_found');
    expect(state.acts).toEqual([]);
  });

  it('are not checked before there are media, and the answer says so', async () => {
    const unconverted = someContent({ media_version: null, top_tier: null, conversion_status: 'pending' });
    const { post, view } = setUp(unconverted);
    expect((await post('delivery-tools.setup-cloudfront', { contentId: unconverted.id })).body).toMatchObject({
      success: false,
      checked: false,
      problem: expect.stringContaining('no converted media yet'),
    });
    expect(view(unconverted.id).metadata.cdn_check).toBeUndefined();
  });

  it.each<[string, Partial<ReturnType<typeof setUp>['state']>, string]>([
    ['were changed', { cors: [] }, 'differ from the template'],
    ['cannot be read', { corsFails: true }, 'S3 did not return the CORS rules'],
  ])('are in error while the CORS rules %s', async (_what, change, problem) => {
    const { post, state, view } = setUp(title);
    Object.assign(state, change);
    const { body: step } = await post('delivery-tools.setup-cloudfront', body);
    expect(step).toMatchObject({ success: false, checked: true, problem: expect.stringContaining(problem) });
    expect(view(title.id).metadata.cdn_check).toMatchObject({ outcome: 'error' });
  });
});

describe('outdated media', () => {
  it('are listed', async () => {
    const [old, current] = [outdated(), someContent({ has_storyboard: false })];
    const { post } = setUp(old, current, someContent({ deleted_at: AT }));
    expect((await post('delivery-tools.list-outdated-media', undefined, { limit: '5' })).body).toEqual({
      items: [{ id: old.id, title: old.title }],
      next_cursor: 'next',
    });
  });

  it('are converted again, ten in a call, and the rest in the next', async () => {
    const all = Array.from({ length: 12 }, outdated);
    const ids = all.map(({ id }) => id);
    const { post, state, actions } = setUp(...all);
    const migrate = async (contentIds: readonly string[]) =>
      (await post('delivery-tools.migrate-to-permanent-cdn', { contentIds })).body;
    expect(await migrate(ids)).toEqual({ success: true, migrated: 10, skipped: [], remaining: ids.slice(10) });
    expect(state.events).toHaveLength(10);
    expect(new Set(actions())).toEqual(new Set(['content.conversion-restarted']));
    // The same titles again: those that run are skipped.
    expect(await migrate(ids)).toMatchObject({ migrated: 2, remaining: [] });
    expect(await migrate(ids)).toMatchObject({
      migrated: 0,
      skipped: ids.map((contentId) => ({ contentId, reason: 'busy' })),
    });
    expect(state.events).toHaveLength(12);
  });

  it('are skipped with the reason', async () => {
    const current = someContent({ has_storyboard: true });
    const replaced = someContent({ conversion_status: 'failed', current_attempt: 'version-2/2' });
    const unknown = outdated();
    const sourceless = someContent({ current_attempt: null });
    const { post, state } = setUp(current, replaced, sourceless);
    state.replacements.set(replaced.id, 'uploads/another-file');
    const contentIds = [current, replaced, unknown, sourceless].map(({ id }) => id);
    expect((await post('delivery-tools.migrate-to-permanent-cdn', { contentIds })).body).toEqual({
      success: true,
      migrated: 0,
      skipped: ['not-outdated', 'replacement-failed', 'not-found', 'no-source'].map((reason, index) => ({
        contentId: contentIds[index],
        reason,
      })),
      remaining: [],
    });
    expect(state.acts).toEqual([]);
  });

  it('are converted again after a migration that failed', async () => {
    const failed = someContent({ conversion_status: 'failed', current_attempt: 'version-1/2' });
    const { post, state } = setUp(failed);
    const migrate = async () =>
      (await post('delivery-tools.migrate-to-permanent-cdn', { contentIds: [failed.id] })).body;
    expect(await migrate()).toMatchObject({ migrated: 1, skipped: [] });
    expect(await migrate()).toMatchObject({ migrated: 0, skipped: [{ reason: 'busy' }] });
    expect(state.events).toHaveLength(1);
  });
});
