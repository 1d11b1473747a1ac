import { retention } from '../../lambdas/contract/retention.ts';
import { LATE_HOURS } from '../../lambdas/domain/delivery/logs/log-file.ts';
import { UNCACHED_PATTERNS } from '../../lambdas/domain/delivery/logs/sum-log.ts';
import { assemblyOf, resourcesOf, type Assembly } from '../support/stack/assembly.ts';

let dev: Assembly;
beforeAll(async () => {
  dev = await assemblyOf('dev');
});

const text = (value: unknown) => JSON.stringify(value);
const configOfDistribution = () =>
  (resourcesOf(dev, 'AWS::CloudFront::Distribution')[0]?.properties['DistributionConfig'] ?? {}) as {
    readonly CacheBehaviors: readonly { readonly PathPattern: string; readonly CachePolicyId: string }[];
    readonly Logging?: unknown;
  };

it('logs nothing about persons, to the log bucket only, with nothing that needs an ACL', () => {
  const one = (type: string) => {
    const [resource, ...others] = resourcesOf(dev, type);
    expect(others).toEqual([]);
    return resource;
  };
  const delivery = one('AWS::Logs::Delivery');
  const fields = delivery?.properties['RecordFields'] as readonly string[];
  expect(fields).toContain('cs-uri-stem');
  expect(fields.filter((field) => /c-ip|c-port|forwarded|agent|cookie|referer|query/i.test(field))).toEqual([]);
  expect(delivery?.properties).toMatchObject({ S3SuffixPath: '{yyyy}/{MM}/{dd}/{HH}', FieldDelimiter: '\t' });
  const [source, destination] = [one('AWS::Logs::DeliverySource'), one('AWS::Logs::DeliveryDestination')];
  expect((delivery as unknown as { DependsOn: readonly string[] }).DependsOn.toSorted()).toEqual(
    [source?.id, destination?.id].sort(),
  );
  expect(destination?.properties['OutputFormat']).toBe('w3c');
  expect(text(destination?.properties['DestinationResourceArn'])).toMatch(/Logs.*\/delivery"/);
  expect(text(source?.properties['ResourceArn'])).toContain(':distribution/');

  expect(configOfDistribution().Logging).toBeUndefined();
  for (const { id, properties } of resourcesOf(dev, 'AWS::S3::Bucket')) {
    expect([id, text(properties['OwnershipControls'])]).toEqual([id, expect.stringContaining('BucketOwnerEnforced')]);
    expect(properties['AccessControl']).toBeUndefined();
  }
  const policy = resourcesOf(dev, 'AWS::S3::BucketPolicy').find(({ id }) => id.startsWith('Logs'));
  const { Statement } = policy?.properties['PolicyDocument'] as { Statement: Record<string, unknown>[] };
  expect(Statement.filter(({ Principal }) => text(Principal)?.includes('delivery.logs.amazonaws.com'))).toMatchObject([
    {
      Action: 's3:PutObject',
      Effect: 'Allow',
      Condition: {
        StringEquals: {
          's3:x-amz-acl': 'bucket-owner-full-control',
          'aws:SourceAccount': { Ref: 'AWS::AccountId' },
        },
      },
    },
  ]);
});

it('leaves the behaviors without a cache out of the hit ratio, and no others', () => {
  const disabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
  const uncached = configOfDistribution().CacheBehaviors.filter(({ CachePolicyId }) => CachePolicyId === disabled);
  expect(uncached.map(({ PathPattern }) => PathPattern).sort()).toEqual([...UNCACHED_PATTERNS].sort());
});

it('remembers which files were added for longer than a message about one can wait in the failure queue', () => {
  const [failures, ...others] = resourcesOf(dev, 'AWS::SQS::Queue').filter(({ id }) => /^Failures[A-F\d]{8}$/.test(id));
  expect(others).toEqual([]);
  const kept = Number(failures?.properties['MessageRetentionPeriod']);
  expect(kept).toBeGreaterThan(0);
  expect(retention.counted_logs).toBeGreaterThan(kept + LATE_HOURS * 3600);
});
