import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider';
import { ComprehendClient, DetectSentimentCommand } from '@aws-sdk/client-comprehend';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { ListJobsCommand, MediaConvertClient } from '@aws-sdk/client-mediaconvert';
import { DetectLabelsCommand, RekognitionClient } from '@aws-sdk/client-rekognition';
import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { ListTranscriptionJobsCommand, TranscribeClient } from '@aws-sdk/client-transcribe';
import { readBody } from '../../../../infra/local/aws/service.ts';
import { createManualClock } from '../../../../infra/local/clock.ts';
import { createFaultSwitch, type FaultKind, functionFault } from '../../../../infra/local/console/fault-switch.ts';
import { createCredentials } from '../../../../infra/local/credentials.ts';
import { createDispatcher } from '../../../../infra/local/dispatcher.ts';
import { engineList } from '../../../../infra/local/engine-list.ts';

/** Reproducible random numbers from a linear congruential generator. */
const chances = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
};

const clock = createManualClock();
const SEED = 20_260_101;
const targets = engineList.flatMap((engine) => engine.faults);
const faults = createFaultSwitch(clock, targets, chances(SEED));
const credentials = createCredentials();
const key = credentials.issue('catalog', 'arn:aws:iam::000000000000:role/catalog');
let server: Server;
let served = 0;
let settings: Record<string, unknown> = {};

beforeAll(async () => {
  const dispatcher = createDispatcher(credentials, faults);
  for (const signingName of [
    'dynamodb',
    's3',
    'sqs',
    'events',
    'mediaconvert',
    'transcribe',
    'rekognition',
    'comprehend',
    'cognito-idp',
    'ssm',
    'ses',
    'cloudfront',
    'execute-api',
    'cloudformation',
  ]) {
    dispatcher.register({
      signingName,
      handle: async (request, response) => {
        await readBody(request);
        served += 1;
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      },
    });
  }
  server = createServer((request, response) => void dispatcher.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  settings = {
    endpoint,
    region: 'us-east-1',
    maxAttempts: 1,
    forcePathStyle: true,
    credentials: { accessKeyId: key.accessKeyId, secretAccessKey: key.secretAccessKey },
  };
});
afterAll(async () => {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
});
afterEach(() => faults.heal());

const begin = (
  dependency: string,
  kind: FaultKind,
  more: { seconds?: number; share?: number; delayMs?: number } = {},
) => faults.begin({ dependency, kind, seconds: 30, share: 1, delayMs: 1000, ...more });

/** One call of each dependency by its own client. */
const calls = () => ({
  dynamodb: () => new DynamoDBClient(settings).send(new GetItemCommand({ TableName: 't', Key: { pk: { S: 'a' } } })),
  s3: () => new S3Client(settings).send(new GetObjectCommand({ Bucket: 'bucket', Key: 'k' })),
  sqs: () =>
    new SQSClient(settings).send(
      new SendMessageCommand({ QueueUrl: `${String(settings['endpoint'])}/0/q`, MessageBody: 'x' }),
    ),
  events: () =>
    new EventBridgeClient(settings).send(
      new PutEventsCommand({ Entries: [{ Source: 's', DetailType: 'd', Detail: '{}' }] }),
    ),
  mediaconvert: () => new MediaConvertClient(settings).send(new ListJobsCommand({})),
  transcribe: () => new TranscribeClient(settings).send(new ListTranscriptionJobsCommand({})),
  rekognition: () =>
    new RekognitionClient(settings).send(new DetectLabelsCommand({ Image: { S3Object: { Bucket: 'b', Name: 'n' } } })),
  comprehend: () => new ComprehendClient(settings).send(new DetectSentimentCommand({ Text: 'x', LanguageCode: 'en' })),
  'cognito-idp': () =>
    new CognitoIdentityProviderClient(settings).send(new ListUsersCommand({ UserPoolId: 'us-east-1_abc' })),
  ssm: () => new SSMClient(settings).send(new GetParameterCommand({ Name: '/a' })),
  email: () => new SESv2Client(settings).send(new SendEmailCommand({ Content: {} })),
  cloudfront: () =>
    new CloudFrontClient(settings).send(
      new CreateInvalidationCommand({
        DistributionId: 'E1',
        InvalidationBatch: { CallerReference: 'r', Paths: { Quantity: 1, Items: ['/*'] } },
      }),
    ),
});

const failureOf = async (call: () => Promise<unknown>): Promise<{ name: string; status: number | undefined }> => {
  try {
    await call();
    return { name: 'none', status: 200 };
  } catch (error) {
    const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } };
    return { name, status: $metadata?.httpStatusCode };
  }
};

describe('the fault switch, through the SDK', () => {
  it.each<[keyof ReturnType<typeof calls>, string, number, string, number]>([
    ['dynamodb', 'ThrottlingException', 400, 'InternalServerError', 500],
    ['s3', 'SlowDown', 503, 'InternalError', 500],
    ['sqs', 'RequestThrottled', 400, 'ServiceUnavailable', 503],
    ['events', 'ThrottlingException', 400, 'InternalException', 500],
    ['mediaconvert', 'TooManyRequestsException', 429, 'InternalServerErrorException', 500],
    ['transcribe', 'LimitExceededException', 429, 'InternalFailureException', 500],
    ['rekognition', 'ProvisionedThroughputExceededException', 400, 'InternalServerError', 500],
    ['comprehend', 'ThrottlingException', 400, 'InternalServerException', 500],
    ['cognito-idp', 'TooManyRequestsException', 400, 'InternalErrorException', 500],
    ['ssm', 'ThrottlingException', 400, 'InternalServerError', 500],
    ['email', 'TooManyRequestsException', 429, 'InternalServiceErrorException', 500],
    ['cloudfront', 'Throttling', 400, 'ServiceUnavailable', 503],
  ])(
    '%s returns its own throttling and failure errors',
    async (dependency, throttled, throttledStatus, failing, failingStatus) => {
      const call = calls()[dependency];
      begin(dependency, 'throttled');
      expect(await failureOf(call)).toEqual({ name: throttled, status: throttledStatus });
      begin(dependency, 'failing');
      expect(await failureOf(call)).toEqual({ name: failing, status: failingStatus });
      // The other dependencies are not affected.
      const before = served;
      expect((await failureOf(calls()[dependency === 'ssm' ? 'events' : 'ssm'])).status).toBe(200);
      expect(served).toBe(before + 1);
    },
  );

  it('lists every dependency once, by name and by signing name', () => {
    const names = targets.map(({ name }) => name);
    expect([...names].sort()).toEqual([...Object.keys(calls()), 'execute-api', 'stripe'].sort());
    expect(new Set(targets.map(({ signingName }) => signingName)).size).toBe(names.length);
    expect(targets.find(({ signingName }) => signingName === 'ses')?.name).toBe('email');
  });

  it('closes the connection of a dependency that is down', async () => {
    begin('ssm', 'down');
    const { status } = await failureOf(calls().ssm);
    expect(status).toBeUndefined();
  });

  it('responds to HEAD without a body', async () => {
    begin('s3', 'throttled');
    expect(
      (await failureOf(() => new S3Client(settings).send(new HeadObjectCommand({ Bucket: 'bucket', Key: 'k' }))))
        .status,
    ).toBe(503);
  });

  it('delays a call, then serves it', async () => {
    begin('ssm', 'slow', { delayMs: 5000 });
    const before = served;
    const call = calls().ssm();
    while (faults.list()[0]?.met === 0) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(4999);
    expect(served).toBe(before);
    await clock.advance(1);
    await call;
    expect(served).toBe(before + 1);
  });
});

describe('a fault', () => {
  it('ends on its own, and counts the calls it affected', async () => {
    begin('ssm', 'throttled', { seconds: 10 });
    await failureOf(calls().ssm);
    expect(faults.list()).toEqual([
      expect.objectContaining({ dependency: 'ssm', kind: 'throttled', calls: 1, met: 1, until: clock.now() + 10_000 }),
    ]);
    await clock.advance(9999);
    expect((await failureOf(calls().ssm)).status).toBe(400);
    await clock.advance(1);
    expect((await failureOf(calls().ssm)).status).toBe(200);
    expect(faults.list()).toEqual([]);
  });

  it('is replaced by the next one, and ends on request', () => {
    begin('ssm', 'throttled');
    begin('ssm', 'down');
    begin('s3', 'slow');
    expect(faults.list().map(({ kind }) => kind)).toEqual(['down', 'slow']);
    expect(faults.heal('ssm')).toBe(1);
    expect(faults.heal('ssm')).toBe(0);
    expect(faults.heal()).toBe(1);
  });

  it(`affects the given share of calls (seed ${SEED})`, async () => {
    begin(functionFault('catalog'), 'throttled', { share: 0.2 });
    let met = 0;
    for (let call = 0; call < 1000; call += 1) met += (await faults.interfereRun('catalog')) ? 1 : 0;
    expect(met).toBeGreaterThan(150);
    expect(met).toBeLessThan(250);
    begin(functionFault('catalog'), 'throttled', { share: 0 });
    expect(await faults.interfereRun('catalog')).toBeUndefined();
  });

  it('affects one function and no other', async () => {
    begin(functionFault('catalog'), 'throttled');
    expect(await faults.interfereRun('catalog')).toMatchObject({ errorType: 'TooManyRequestsException' });
    expect(await faults.interfereRun('account')).toBeUndefined();
    begin(functionFault('catalog'), 'down');
    expect(await faults.interfereRun('catalog')).toMatchObject({ errorType: 'ServiceException' });
    begin(functionFault('catalog'), 'slow', { delayMs: 10 });
    const run = faults.interfereRun('catalog');
    await clock.advance(10);
    expect(await run).toBeUndefined();
  });
});
