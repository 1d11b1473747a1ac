import {
  DeletePublicAccessBlockCommand,
  GetBucketCorsCommand,
  GetBucketPolicyCommand,
  GetPublicAccessBlockCommand,
  PutBucketCorsCommand,
  PutPublicAccessBlockCommand,
} from '@aws-sdk/client-s3';
import {
  repairCors,
  repairPublicAccess,
  type BucketSettings,
} from '../../../../lambdas/domain/delivery/bucket-tools.ts';
import { parseDeclared } from '../../../../lambdas/domain/delivery/declared.ts';
import { createBucketSettings } from '../../../../lambdas/platform/delivery/bucket-settings.ts';
import { declaredText, someRule } from '../../../support/delivery.ts';
import { OTHER, PRINCIPAL, startS3, type RunningS3 } from './s3-support.ts';

const declared = parseDeclared(declaredText());
const CLOSED = declared.buckets.media.publicAccessBlock;
const NAMES = ['the-uploads', 'the-media'];

let s3: RunningS3;
let settings: BucketSettings;

/** Buckets with what the template declares. `PRINCIPAL` may do everything, and `OTHER` may only read. */
beforeEach(async () => {
  s3 = await startS3({
    authorize: ({ accessKeyId }, action) =>
      accessKeyId === PRINCIPAL.accessKeyId || action.startsWith('s3:Get') ? undefined : 'not authorized',
    policiesOf: (arn) => {
      const found = Object.values(declared.buckets).find(({ name }) => arn.endsWith(`:${name}`));
      return found ? [found.policy] : [];
    },
  });
  const rule = { ...someRule, ExposedHeaders: someRule.ExposeHeaders, MaxAge: someRule.MaxAgeSeconds };
  for (const name of NAMES)
    s3.engine().createBucket({
      name,
      properties: {
        PublicAccessBlockConfiguration: CLOSED,
        ...(name === 'the-uploads' ? { CorsConfiguration: { CorsRules: [rule] } } : {}),
      },
    });
  settings = createBucketSettings(s3.client());
});
afterEach(() => s3.stop());

const disturb = async (): Promise<void> => {
  const client = s3.client();
  const CORSRules = [{ AllowedMethods: ['GET', 'HEAD'], AllowedOrigins: ['https://elsewhere.example', '*'] }];
  for (const Bucket of NAMES) {
    await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }));
    const PublicAccessBlockConfiguration = { BlockPublicAcls: true };
    await client.send(new PutPublicAccessBlockCommand({ Bucket, PublicAccessBlockConfiguration }));
  }
};

describe('settings of buckets, read and written by the client of the tools', () => {
  test('are those of the template', async () => {
    expect(await settings.readCors('the-uploads')).toEqual([someRule]);
    expect(await settings.readCors('the-media')).toEqual([]);
    expect(await settings.readBlock('the-media')).toEqual(CLOSED);
    expect(await settings.readPolicy('the-media')).toEqual(declared.buckets.media.policy);
    expect(await settings.isPublic('the-media')).toBe(false);
  });

  test('are missing in a bucket without any', async () => {
    expect(await settings.readCors('plain')).toEqual([]);
    expect(Object.values(await settings.readBlock('plain'))).toEqual([false, false, false, false]);
    expect(await settings.readPolicy('plain')).toEqual({ Statement: [] });
    expect(await settings.isPublic('plain')).toBe(false);
  });

  test('are put back after a change by hand, and stay so after a restart', async () => {
    await disturb();
    expect(await settings.readCors('the-media')).toMatchObject([{ AllowedMethods: ['GET', 'HEAD'] }]);
    expect(await settings.readBlock('the-media')).toMatchObject({ BlockPublicAcls: true, IgnorePublicAcls: false });
    const recorded: string[] = [];
    const deps = { settings, declared, record: async ({ bucket }: { bucket: string }) => void recorded.push(bucket) };
    expect(await repairCors(deps)).toMatchObject({ success: true, configurationUpdated: true });
    expect(await repairPublicAccess(deps)).toMatchObject({ success: true, configurationUpdated: true });
    expect(recorded).toEqual([...NAMES, ...NAMES]);
    await s3.restart();
    expect(await settings.readCors('the-uploads')).toEqual([someRule]);
    expect(await settings.readCors('the-media')).toEqual([]);
    for (const name of NAMES) expect(await settings.readBlock(name)).toEqual(CLOSED);
  });

  test('are left alone for a caller who may only read', async () => {
    await disturb();
    const denied = createBucketSettings(s3.client({ credentials: OTHER }));
    expect(await denied.writeCors('the-uploads', [someRule])).toBe(false);
    expect(await denied.writeCors('the-uploads', [])).toBe(false);
    expect(await denied.close('the-uploads')).toBe(false);
    expect(await settings.readCors('the-uploads')).not.toEqual([someRule]);
  });

  test('decide what browsers may do at once', async () => {
    const preflight = () =>
      fetch(`${s3.publicEndpoint}/the-uploads/x`, {
        method: 'OPTIONS',
        headers: { origin: 'https://media.example.org', 'access-control-request-method': 'PUT' },
      });
    expect((await preflight()).status).toBe(200);
    await settings.writeCors('the-uploads', []);
    expect((await preflight()).status).toBe(403);
  });
});

describe('rejected settings', () => {
  const put = (CORSRules: readonly object[]) =>
    s3.client().send(new PutBucketCorsCommand({ Bucket: 'plain', CORSConfiguration: { CORSRules } as never }));

  test('are rules without method or origin, with an unknown method, and too many of them', async () => {
    const rule = { AllowedMethods: ['GET'], AllowedOrigins: ['*'] };
    for (const [rules, name] of [
      [[], 'MalformedXML'],
      [[{ ...rule, AllowedMethods: [] }], 'MalformedXML'],
      [[{ ...rule, AllowedOrigins: [] }], 'MalformedXML'],
      [[{ ...rule, AllowedMethods: ['PATCH'] }], 'InvalidRequest'],
      [Array.from({ length: 101 }, () => rule), 'MalformedXML'],
    ] as const)
      await expect(put(rules)).rejects.toMatchObject({ name });
    await expect(s3.client().send(new GetBucketCorsCommand({ Bucket: 'plain' }))).rejects.toMatchObject({
      name: 'NoSuchCORSConfiguration',
    });
  });

  test('are those of missing buckets, and operations that no tool uses', async () => {
    const client = s3.client();
    await expect(client.send(new GetBucketPolicyCommand({ Bucket: 'none' }))).rejects.toMatchObject({
      name: 'NoSuchBucket',
    });
    await expect(client.send(new GetPublicAccessBlockCommand({ Bucket: 'plain' }))).rejects.toMatchObject({
      name: 'NoSuchPublicAccessBlockConfiguration',
    });
    await expect(client.send(new DeletePublicAccessBlockCommand({ Bucket: 'plain' }))).rejects.toMatchObject({
      name: 'NotImplemented',
    });
  });
});
