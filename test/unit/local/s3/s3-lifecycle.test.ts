import {
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectVersionsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { readBucketProperties } from '../../../../infra/local/engines/s3/bucket-properties.ts';
import { BUCKET_PROPERTIES, startS3, until } from './s3-support.ts';
import type { RunningS3 } from './s3-support.ts';

const DAY = 86_400_000;
let s3: RunningS3;
beforeEach(async () => {
  s3 = await startS3();
  // Noon, so that the rounding up to midnight has an effect.
  const sinceMidnight = s3.clock.now() % DAY;
  await s3.clock.advance(DAY - sinceMidnight + DAY / 2);
});
afterEach(() => s3.stop());

const rules = (...Rules: object[]) => {
  s3.engine().createBucket({
    name: 'media',
    properties: {
      ...BUCKET_PROPERTIES,
      LifecycleConfiguration: { Rules: Rules.map((rule) => ({ Status: 'Enabled', ...rule })) },
    },
  });
};
const versions = async () => {
  const { Versions = [], DeleteMarkers = [] } = await s3
    .client()
    .send(new ListObjectVersionsCommand({ Bucket: 'media' }));
  return [...Versions.map(({ Key }) => Key), ...DeleteMarkers.map(({ Key }) => `${Key} marker`)].sort();
};
const write = (key: string) => s3.engine().writeObject('media', key, 'x');

test('expires objects of the prefix at the midnight after their last day, and publishes the event', async () => {
  rules({ Prefix: 'tmp/', ExpirationInDays: 1 }, { Prefix: 'keep/', ExpirationInDays: 1, Status: 'Disabled' });
  await write('tmp/a');
  await write('keep/a');
  await s3.clock.advance(DAY + DAY / 4);
  s3.engine().sweepLifecycle();
  expect(await versions()).toEqual(['keep/a', 'tmp/a']);
  await s3.clock.advance(DAY / 2);
  s3.engine().sweepLifecycle();
  expect(await versions()).toEqual(['keep/a', 'tmp/a', 'tmp/a marker']);
  expect(s3.events.at(-1)).toMatchObject({
    'detail-type': 'Object Deleted',
    detail: {
      reason: 'Lifecycle Expiration',
      requester: 's3.amazonaws.com',
      'deletion-type': 'Delete Marker Created',
      object: { key: 'tmp/a' },
    },
  });
  s3.engine().sweepLifecycle();
  expect(await versions()).toEqual(['keep/a', 'tmp/a', 'tmp/a marker']);
});

test('removes noncurrent versions by their noncurrent age, keeps the newest, and removes bare markers', async () => {
  rules({
    NoncurrentVersionExpiration: { NoncurrentDays: 2, NewerNoncurrentVersions: 1 },
    ExpiredObjectDeleteMarker: true,
  });
  for (let count = 0; count < 4; count += 1) await write('a');
  await s3.clock.advance(2 * DAY);
  s3.engine().sweepLifecycle();
  expect(await versions()).toEqual(['a', 'a', 'a', 'a']);
  await s3.clock.advance(DAY);
  s3.engine().sweepLifecycle();
  expect(await versions()).toEqual(['a', 'a']);

  rules({ NoncurrentVersionExpiration: { NoncurrentDays: '1' }, ExpiredObjectDeleteMarker: 'true' });
  await s3.client().send(new DeleteObjectCommand({ Bucket: 'media', Key: 'a' }));
  await s3.clock.advance(2 * DAY);
  s3.engine().sweepLifecycle();
  expect(await versions()).toEqual([]);
  await until(() => s3.files().length === 0);
});

test('removes abandoned multipart uploads', async () => {
  rules({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 } });
  const client = s3.client({ requestChecksumCalculation: 'WHEN_REQUIRED' });
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket: 'media', Key: 'u' }));
  await client.send(new UploadPartCommand({ Bucket: 'media', Key: 'u', UploadId, PartNumber: 1, Body: 'x' }));
  await s3.clock.advance(7 * DAY);
  s3.engine().sweepLifecycle();
  expect((await client.send(new ListMultipartUploadsCommand({ Bucket: 'media' }))).Uploads).toHaveLength(1);
  await s3.clock.advance(DAY);
  s3.engine().sweepLifecycle();
  expect((await client.send(new ListMultipartUploadsCommand({ Bucket: 'media' }))).Uploads).toBeUndefined();
  await until(() => s3.files().length === 0);
});

test('reads the properties of a template, and names unsupported ones', () => {
  expect(readBucketProperties('b', BUCKET_PROPERTIES)).toMatchObject({
    versioning: 'Enabled',
    eventBridge: true,
    cors: [{ methods: ['PUT', 'GET'], maxAge: 3000 }],
  });
  expect(
    readBucketProperties('b', {
      BucketEncryption: {},
      NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: 'false' } },
    }),
  ).toEqual({
    name: 'b',
    versioning: 'Off',
    cors: [],
    lifecycle: [],
    eventBridge: false,
  });
  const tagged = {
    LifecycleConfiguration: {
      Rules: [{ Status: 'Enabled', ExpirationInDays: 1, TagFilters: [{ Key: 'a', Value: 'b' }] }],
    },
  };
  expect(() => readBucketProperties('b', tagged)).toThrow('by tag');
  const vague = { LifecycleConfiguration: { Rules: [{ Status: 'Enabled', ExpirationInDays: 'soon' }] } };
  expect(() => readBucketProperties('b', vague)).toThrow('not a number');
});
