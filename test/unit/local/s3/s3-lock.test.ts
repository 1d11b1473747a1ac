import { DeleteObjectCommand, GetObjectCommand, ListObjectVersionsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { readBucketProperties } from '../../../../infra/local/engines/s3/bucket-properties.ts';
import { startS3 } from './s3-support.ts';

const DAY_MS = 86_400_000;

const LOCKED = {
  VersioningConfiguration: { Status: 'Enabled' },
  ObjectLockEnabled: true,
  ObjectLockConfiguration: {
    ObjectLockEnabled: 'Enabled',
    Rule: { DefaultRetention: { Mode: 'GOVERNANCE', Days: 2 } },
  },
  LifecycleConfiguration: { Rules: [{ Status: 'Enabled', NoncurrentVersionExpiration: { NoncurrentDays: 1 } }] },
};

describe('a bucket with an object lock', () => {
  let s3: Awaited<ReturnType<typeof startS3>>;
  beforeAll(async () => {
    s3 = await startS3();
    s3.engine().createBucket({ name: 'audit', properties: LOCKED });
  });
  afterAll(() => s3.stop());

  const put = async (Key: string, Body: string) =>
    (await s3.client().send(new PutObjectCommand({ Bucket: 'audit', Key, Body }))).VersionId;
  const remove = (Key: string, VersionId?: string) =>
    s3
      .client()
      .send(new DeleteObjectCommand({ Bucket: 'audit', Key, ...(VersionId === undefined ? {} : { VersionId }) }));

  it('keeps a version until its retention ends, across a restart and against a lifecycle rule', async () => {
    const first = await put('a', 'one');
    await expect(remove('a', first)).rejects.toMatchObject({
      name: 'AccessDenied',
      message: 'Access Denied because object protected by object lock.',
    });
    await s3.restart();
    await expect(remove('a', first)).rejects.toMatchObject({ name: 'AccessDenied' });
    await put('a', 'two');
    await s3.clock.advance(1.5 * DAY_MS);
    s3.engine().sweepLifecycle();
    const { Body } = await s3.client().send(new GetObjectCommand({ Bucket: 'audit', Key: 'a', VersionId: first }));
    expect(await Body?.transformToString()).toBe('one');
    await s3.clock.advance(DAY_MS);
    await remove('a', first);
  });

  it('accepts a delete marker and a new version of a key, and keeps the locked version', async () => {
    const first = await put('b', 'one');
    await remove('b');
    await put('b', 'two');
    const { Versions = [], DeleteMarkers = [] } = await s3
      .client()
      .send(new ListObjectVersionsCommand({ Bucket: 'audit', Prefix: 'b' }));
    expect([Versions.length, DeleteMarkers.length, Versions.at(-1)?.VersionId]).toEqual([2, 1, first]);
  });

  it('rejects a write without a digest and a request to bypass the lock', async () => {
    const bare = s3.client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
    await expect(bare.send(new PutObjectCommand({ Bucket: 'audit', Key: 'c', Body: 'x' }))).rejects.toMatchObject({
      name: 'InvalidRequest',
    });
    const version = await put('c', 'x');
    await expect(
      s3
        .client()
        .send(
          new DeleteObjectCommand({ Bucket: 'audit', Key: 'c', VersionId: version, BypassGovernanceRetention: true }),
        ),
    ).rejects.toMatchObject({ name: 'NotImplemented' });
  });
});

describe('properties of a lock', () => {
  it.each([
    ['without versions', { ...LOCKED, VersioningConfiguration: undefined }],
    ['without a default', { ...LOCKED, ObjectLockConfiguration: undefined }],
  ])('are rejected %s', (_, properties) => {
    expect(() => readBucketProperties('audit', properties)).toThrow(/^Bucket audit: /);
  });

  it('support years', () => {
    const properties = {
      ...LOCKED,
      ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Years: 1 } } },
    };
    expect(readBucketProperties('audit', properties).lock).toEqual({ mode: 'COMPLIANCE', days: 365 });
  });
});
