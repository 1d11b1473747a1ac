import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand, ListStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  CloudFrontClient,
  CreateInvalidationCommand,
  GetDistributionCommand,
  GetInvalidationCommand,
  ListInvalidationsCommand,
} from '@aws-sdk/client-cloudfront';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import {
  DeleteParameterCommand,
  GetParameterCommand,
  GetParametersCommand,
  PutParameterCommand,
  SSMClient,
} from '@aws-sdk/client-ssm';
import { createManualClock } from '../../../infra/local/clock.ts';
import { createCloudFormationService } from '../../../infra/local/services/cloudformation.ts';
import { createCloudFrontService } from '../../../infra/local/services/cloudfront.ts';
import { createMailbox, createSesService } from '../../../infra/local/services/ses.ts';
import { createSsmService } from '../../../infra/local/services/ssm.ts';
import { clientSettings, serve } from '../../support/network/aws-server.ts';
import type { ServedService } from '../../support/network/aws-server.ts';

const clock = createManualClock();
let folder: string;
const open: ServedService[] = [];
const started = async (...args: Parameters<typeof serve>) => {
  const served = await serve(...args);
  open.push(served);
  return served;
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soundstage-services-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((served) => served.close()));
  await rm(folder, { recursive: true });
});

describe('mailbox and SES', () => {
  const mail = (to: string[], html?: string) =>
    new SendEmailCommand({
      FromEmailAddress: 'no-reply@soundstage.local',
      Destination: { ToAddresses: to },
      Content: {
        Simple: {
          Subject: { Data: 'Your name' },
          Body: { Text: { Data: 'plain' }, ...(html ? { Html: { Data: html } } : {}) },
        },
      },
    });

  it('stores emails of SendEmail, newest first, across restarts', async () => {
    const mailbox = createMailbox({ dataDir: folder, clock });
    const client = new SESv2Client(clientSettings(await started(createSesService(mailbox))));
    expect((await client.send(mail(['a@x.io', 'b@x.io'], '<b>1</b>'))).MessageId).toMatch(/^[\da-f-]{36}$/);
    await client.send(mail(['A@x.io']));
    expect(mailbox.list().map(({ to, body }) => [to, body])).toEqual([
      ['A@x.io', 'plain'],
      ['b@x.io', '<b>1</b>'],
      ['a@x.io', '<b>1</b>'],
    ]);
    expect(mailbox.list({ to: 'a@X.io' })).toHaveLength(2);
    expect(createMailbox({ dataDir: folder, clock }).list()).toEqual(mailbox.list());
    await expect(client.send(mail([]))).rejects.toMatchObject({ name: 'BadRequestException' });
  });

  it('stores 500 emails', () => {
    const mailbox = createMailbox({ clock });
    for (let i = 0; i < 510; i += 1) mailbox.send({ to: 'a@x.io', subject: String(i), body: '' });
    expect(mailbox.list()).toHaveLength(500);
    expect(mailbox.list()[0]).toMatchObject({ subject: '509', at: '2026-01-01T00:00:00.000Z' });
  });
});

describe('SSM', () => {
  it('puts, overwrites, reads and deletes by the rules of AWS, and stores parameters', async () => {
    const service = await createSsmService({ dataDir: folder, clock });
    const client = new SSMClient(clientSettings(await started(service)));
    const put = (extra: object) =>
      client.send(new PutParameterCommand({ Name: '/a/key', Value: 'secret text', ...extra }));
    await expect(put({})).rejects.toMatchObject({ name: 'ValidationException' });
    expect(await put({ Type: 'SecureString' })).toMatchObject({ Version: 1, Tier: 'Standard' });
    await expect(put({ Type: 'SecureString' })).rejects.toMatchObject({ name: 'ParameterAlreadyExists' });
    expect(await put({ Overwrite: true, Value: 'other text' })).toMatchObject({ Version: 2 });
    await expect(put({ Overwrite: true, Type: 'String' })).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(put({ Overwrite: true, Value: 'x'.repeat(4097) })).rejects.toMatchObject({
      name: 'ValidationException',
    });

    const closed = await client.send(new GetParameterCommand({ Name: '/a/key' }));
    expect(closed.Parameter?.Value).not.toContain('other');
    const opened = await client.send(new GetParameterCommand({ Name: '/a/key', WithDecryption: true }));
    expect(opened.Parameter).toMatchObject({
      Value: 'other text',
      Type: 'SecureString',
      Version: 2,
      ARN: 'arn:aws:ssm:us-east-1:000000000000:parameter/a/key',
    });
    expect(opened.Parameter?.LastModifiedDate).toEqual(new Date(clock.now()));

    await service.define('/site', 'http://localhost:4000');
    await service.define('/site', 'http://localhost:4000');
    const many = await client.send(new GetParametersCommand({ Names: ['/site', '/none'] }));
    expect(many.Parameters).toMatchObject([{ Name: '/site', Value: 'http://localhost:4000', Version: 1 }]);
    expect(many.InvalidParameters).toEqual(['/none']);

    expect((await stat(join(folder, 'parameters.json'))).mode & 0o777).toBe(0o600);
    const again = new SSMClient(clientSettings(await started(await createSsmService({ dataDir: folder, clock }))));
    expect((await again.send(new GetParameterCommand({ Name: '/a/key', WithDecryption: true }))).Parameter?.Value).toBe(
      'other text',
    );

    await client.send(new DeleteParameterCommand({ Name: '/a/key' }));
    await expect(client.send(new GetParameterCommand({ Name: '/a/key' }))).rejects.toMatchObject({
      name: 'ParameterNotFound',
    });
    await expect(client.send(new DeleteParameterCommand({ Name: '/a/key' }))).rejects.toMatchObject({
      name: 'ParameterNotFound',
    });
    await service.stop();
    expect(await readFile(join(folder, 'parameters.json'), 'utf8')).not.toContain('other text');
  });
});

describe('CloudFormation', () => {
  it('returns the outputs of its stacks', async () => {
    const stacks = new Map([
      ['soundstage-local-data', { TableName: 'table<1>', UserPoolId: 'us-east-1_local0001' }],
      ['soundstage-local-web', {}],
    ]);
    const client = new CloudFormationClient(
      clientSettings(await started(createCloudFormationService(stacks, clock.now()))),
    );
    const one = await client.send(new DescribeStacksCommand({ StackName: 'soundstage-local-data' }));
    expect(one.Stacks).toMatchObject([{ StackName: 'soundstage-local-data', StackStatus: 'CREATE_COMPLETE' }]);
    expect(one.Stacks?.[0]?.Outputs?.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue])).toEqual([
      ['TableName', 'table<1>'],
      ['UserPoolId', 'us-east-1_local0001'],
    ]);
    expect((await client.send(new DescribeStacksCommand({}))).Stacks).toHaveLength(2);
    await expect(client.send(new DescribeStacksCommand({ StackName: 'none' }))).rejects.toMatchObject({
      name: 'ValidationError',
      message: 'Stack with id none does not exist',
    });
    await expect(client.send(new ListStacksCommand({}))).rejects.toThrow('does not support ListStacks');
  });
});

describe('CloudFront', () => {
  const e1 = {
    id: 'E1',
    domainName: 'e1.cloudfront.net',
    comment: 'soundstage & more',
    priceClass: 'PriceClass_100',
    enabled: true,
    modifiedAt: Date.parse('2026-01-01T00:00:00Z'),
  };

  it('forwards invalidations and stores them', async () => {
    const invalidated: (readonly string[])[] = [];
    const service = createCloudFrontService({
      clock,
      onInvalidate: (paths) => invalidated.push(paths),
      distribution: (id) => (id === 'E1' ? e1 : undefined),
    });
    const client = new CloudFrontClient(clientSettings(await started(service)));
    const create = (DistributionId: string, CallerReference: string, Items: string[]) =>
      client.send(
        new CreateInvalidationCommand({
          DistributionId,
          InvalidationBatch: { CallerReference, Paths: { Quantity: Items.length, Items } },
        }),
      );
    const made = await create('E1', 'one', ['/posters/1/*', '/a&b']);
    expect(made.Invalidation).toMatchObject({
      Status: 'Completed',
      InvalidationBatch: { Paths: { Items: ['/posters/1/*', '/a&b'] } },
    });
    const read = await client.send(new GetInvalidationCommand({ DistributionId: 'E1', Id: made.Invalidation?.Id }));
    expect(read.Invalidation).toEqual(made.Invalidation);
    expect((await create('E1', 'one', ['/posters/1/*', '/a&b'])).Invalidation?.Id).toBe(made.Invalidation?.Id);
    expect(invalidated).toEqual([['/posters/1/*', '/a&b']]);
    expect(service.invalidations()).toHaveLength(1);
    await expect(create('E1', 'one', ['/other'])).rejects.toMatchObject({ name: 'InvalidArgument' });
    await expect(create('E1', 'two', ['no-slash'])).rejects.toMatchObject({ name: 'InvalidArgument' });
    await expect(create('E9', 'three', ['/x'])).rejects.toMatchObject({ name: 'NoSuchDistribution' });
    await expect(client.send(new GetInvalidationCommand({ DistributionId: 'E1', Id: 'I0' }))).rejects.toMatchObject({
      name: 'NoSuchInvalidation',
    });
  });

  it('describes distributions, and lists their invalidations in pages', async () => {
    const service = createCloudFrontService({
      clock,
      onInvalidate: () => undefined,
      distribution: (id) => (id === 'E1' ? e1 : undefined),
    });
    const client = new CloudFrontClient(clientSettings(await started(service)));
    const { Distribution: found } = await client.send(new GetDistributionCommand({ Id: 'E1' }));
    expect(found).toMatchObject({
      Id: 'E1',
      ARN: 'arn:aws:cloudfront::000000000000:distribution/E1',
      Status: 'Deployed',
      DomainName: 'e1.cloudfront.net',
      InProgressInvalidationBatches: 0,
      LastModifiedTime: new Date(e1.modifiedAt),
      DistributionConfig: { Comment: 'soundstage & more', Enabled: true },
    });
    await expect(client.send(new GetDistributionCommand({ Id: 'E9' }))).rejects.toMatchObject({
      name: 'NoSuchDistribution',
    });
    const made: (string | undefined)[] = [];
    for (const CallerReference of ['one', 'two', 'three']) {
      const InvalidationBatch = { CallerReference, Paths: { Quantity: 1, Items: ['/a'] } };
      const { Invalidation } = await client.send(
        new CreateInvalidationCommand({ DistributionId: 'E1', InvalidationBatch }),
      );
      made.unshift(Invalidation?.Id);
    }
    const list = async (input: object) => {
      const answer = await client.send(new ListInvalidationsCommand({ DistributionId: 'E1', ...input }));
      return answer.InvalidationList;
    };
    const first = await list({ MaxItems: 2 });
    expect(first).toMatchObject({ IsTruncated: true, Quantity: 2, NextMarker: made[1] });
    const rest = await list({ MaxItems: 2, Marker: first?.NextMarker });
    expect(rest).toMatchObject({ IsTruncated: false, Quantity: 1 });
    const ids = [first, rest].flatMap((page) => page?.Items?.map(({ Id }) => Id) ?? []);
    expect(ids).toEqual(made);
    expect(rest?.Items?.[0]).toMatchObject({ Status: 'Completed', CreateTime: new Date(clock.now()) });
    expect((await list({}))?.Quantity).toBe(3);
    await expect(list({ MaxItems: 0 })).rejects.toMatchObject({ name: 'InvalidArgument' });
  });
});
