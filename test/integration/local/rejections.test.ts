import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import {
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { ComprehendClient, DetectToxicContentCommand } from '@aws-sdk/client-comprehend';
import { DynamoDBClient, ListTablesCommand, QueryCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import {
  CancelJobCommand,
  CreateJobCommand,
  GetJobCommand,
  ListQueuesCommand,
  MediaConvertClient,
  ProbeCommand,
  SearchJobsCommand,
} from '@aws-sdk/client-mediaconvert';
import { DetectModerationLabelsCommand, RekognitionClient } from '@aws-sdk/client-rekognition';
import { GetObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { GetParameterCommand, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { systemClock } from '../../../infra/local/clock.ts';
import { createEngines, type Engines } from '../../../infra/local/engines.ts';
import { s3Engine } from '../../../infra/local/engines/s3/entry.ts';
import { queueEngine } from '../../../infra/local/events/queues/entry.ts';
import { sharedDatabase } from '../../support/shared-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'soundstage-rejections-'));
const stops: (() => unknown)[] = [];
let server: Server;
let engines: Engines;
let endpoint: string;
let roles = 0;

beforeAll(async () => {
  server = createServer((request, response) => void engines.dispatcher.handle(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  engines = createEngines({
    dataDir: folder,
    clock: systemClock,
    inMemory: true,
    ...sharedDatabase(),
    addresses: { site: 'http://localhost', uploads: endpoint, aws: endpoint },
    onStop: (stop) => stops.push(stop),
  });
  await engines.started;
  engines.instanceOf(s3Engine).createBucket({ name: 'files', properties: {} });
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true, force: true });
});

interface Failure {
  readonly name: string;
  readonly message: string;
  readonly $metadata: { readonly httpStatusCode?: number };
}

type Send = (settings: object) => Promise<unknown>;

/** The error of a call by a new role with exactly these permissions; undefined when it succeeds. */
const outcome = async (
  send: Send,
  ...allowed: readonly (readonly [action: string, resource: string])[]
): Promise<Failure | undefined> => {
  roles += 1;
  const name = `Role${roles}`;
  const arn = `arn:aws:iam::000000000000:role/${name}`;
  const Statement = allowed.map(([Action, Resource]) => ({ Effect: 'Allow', Action, Resource }));
  engines.platform.roles.define({ arn, name, documents: [{ Statement }] });
  const { accessKeyId, secretAccessKey } = engines.platform.credentials.issue('some-function', arn);
  try {
    await send({
      endpoint,
      region: 'us-east-1',
      maxAttempts: 1,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
    });
    return undefined;
  } catch (error) {
    return error as Failure;
  }
};

const US = 'us-east-1:000000000000';
const TABLE = `arn:aws:dynamodb:${US}:table/Main`;
const JOB = `arn:aws:mediaconvert:${US}:jobs/1-a`;
const QUEUE = `arn:aws:mediaconvert:${US}:queues/Default`;
const POOL = `arn:aws:cognito-idp:${US}:userpool/us-east-1_pool`;
const key = { pk: { S: 'a' }, sk: { S: 'b' } };
const mail = new SendEmailCommand({
  FromEmailAddress: 'Soundstage <no-reply@example.org>',
  Destination: { ToAddresses: ['a@example.org'] },
  Content: { Simple: { Subject: { Data: 'x' }, Body: { Text: { Data: 'x' } } } },
});
const batch = { CallerReference: '1', Paths: { Quantity: 1, Items: ['/*'] } };
const write = new TransactWriteItemsCommand({
  TransactItems: [
    { Put: { TableName: 'Main', Item: key } },
    { Delete: { TableName: 'Main', Key: { ...key, sk: { S: 'c' } } } },
  ],
});
const query = new QueryCommand({
  TableName: 'Main',
  IndexName: 'gsi1',
  KeyConditionExpression: 'pk = :a',
  ExpressionAttributeValues: { ':a': { S: 'a' } },
});

type Need = readonly [action: string, resource: string];

/** Every service: a call, the permissions in the order they are checked, and the service's error. */
const CALLS: readonly (readonly [what: string, send: Send, needs: readonly Need[], name: string, status: number])[] = [
  [
    'DynamoDB Query of an index',
    (s) => new DynamoDBClient(s).send(query),
    [['dynamodb:Query', `${TABLE}/index/gsi1`]],
    'AccessDeniedException',
    400,
  ],
  [
    'DynamoDB TransactWriteItems',
    (s) => new DynamoDBClient(s).send(write),
    [
      ['dynamodb:PutItem', TABLE],
      ['dynamodb:DeleteItem', TABLE],
    ],
    'AccessDeniedException',
    400,
  ],
  [
    'DynamoDB ListTables',
    (s) => new DynamoDBClient(s).send(new ListTablesCommand({})),
    [['dynamodb:ListTables', '*']],
    'AccessDeniedException',
    400,
  ],
  [
    'S3 GetObject',
    (s) => new S3Client(s).send(new GetObjectCommand({ Bucket: 'files', Key: 'a' })),
    [
      ['s3:GetObject', 'arn:aws:s3:::files/a'],
      ['s3:ListBucket', 'arn:aws:s3:::files'],
    ],
    'AccessDenied',
    403,
  ],
  [
    'S3 ListObjectVersions',
    (s) => new S3Client(s).send(new ListObjectVersionsCommand({ Bucket: 'files' })),
    [['s3:ListBucketVersions', 'arn:aws:s3:::files']],
    'AccessDenied',
    403,
  ],
  [
    'EventBridge PutEvents',
    (s) =>
      new EventBridgeClient(s).send(
        new PutEventsCommand({ Entries: [{ Source: 'x', DetailType: 'y', Detail: '{}' }] }),
      ),
    [['events:PutEvents', `arn:aws:events:${US}:event-bus/default`]],
    'AccessDeniedException',
    400,
  ],
  [
    'SSM GetParameter',
    (s) => new SSMClient(s).send(new GetParameterCommand({ Name: '/a/b' })),
    [['ssm:GetParameter', `arn:aws:ssm:${US}:parameter/a/b`]],
    'AccessDeniedException',
    400,
  ],
  [
    'SSM PutParameter',
    (s) => new SSMClient(s).send(new PutParameterCommand({ Name: 'plain', Value: 'x', Type: 'String' })),
    [['ssm:PutParameter', `arn:aws:ssm:${US}:parameter/plain`]],
    'AccessDeniedException',
    400,
  ],
  [
    'MediaConvert CreateJob',
    (s) =>
      new MediaConvertClient(s).send(
        new CreateJobCommand({ Role: 'arn:aws:iam::000000000000:role/Converter', Settings: {} }),
      ),
    [
      ['mediaconvert:CreateJob', QUEUE],
      ['iam:PassRole', 'arn:aws:iam::000000000000:role/Converter'],
    ],
    'AccessDeniedException',
    403,
  ],
  [
    'MediaConvert GetJob',
    (s) => new MediaConvertClient(s).send(new GetJobCommand({ Id: '1-a' })),
    [['mediaconvert:GetJob', JOB]],
    'AccessDeniedException',
    403,
  ],
  [
    'MediaConvert CancelJob',
    (s) => new MediaConvertClient(s).send(new CancelJobCommand({ Id: '1-a' })),
    [['mediaconvert:CancelJob', JOB]],
    'AccessDeniedException',
    403,
  ],
  [
    'MediaConvert SearchJobs',
    (s) => new MediaConvertClient(s).send(new SearchJobsCommand({})),
    [['mediaconvert:SearchJobs', '*']],
    'AccessDeniedException',
    403,
  ],
  [
    'MediaConvert ListQueues',
    (s) => new MediaConvertClient(s).send(new ListQueuesCommand({})),
    [['mediaconvert:ListQueues', '*']],
    'AccessDeniedException',
    403,
  ],
  [
    'MediaConvert Probe',
    (s) => new MediaConvertClient(s).send(new ProbeCommand({ InputFiles: [{ FileUrl: 's3://files/a' }] })),
    [
      ['mediaconvert:Probe', '*'],
      ['s3:GetObject', 'arn:aws:s3:::files/a'],
    ],
    'AccessDeniedException',
    403,
  ],
  [
    'CloudFront CreateInvalidation',
    (s) =>
      new CloudFrontClient(s).send(new CreateInvalidationCommand({ DistributionId: 'E1', InvalidationBatch: batch })),
    [['cloudfront:CreateInvalidation', 'arn:aws:cloudfront::000000000000:distribution/E1']],
    'AccessDenied',
    403,
  ],
  [
    'Cognito ListUsers',
    (s) => new CognitoIdentityProviderClient(s).send(new ListUsersCommand({ UserPoolId: 'us-east-1_pool' })),
    [['cognito-idp:ListUsers', POOL]],
    'AccessDeniedException',
    400,
  ],
  [
    'Cognito AdminDeleteUser',
    (s) =>
      new CognitoIdentityProviderClient(s).send(
        new AdminDeleteUserCommand({ UserPoolId: 'us-east-1_pool', Username: 'a' }),
      ),
    [['cognito-idp:AdminDeleteUser', POOL]],
    'AccessDeniedException',
    400,
  ],
  [
    'Rekognition DetectModerationLabels',
    (s) => new RekognitionClient(s).send(new DetectModerationLabelsCommand({ Image: { Bytes: Buffer.from('x') } })),
    [['rekognition:DetectModerationLabels', '*']],
    'AccessDeniedException',
    400,
  ],
  [
    'Comprehend DetectToxicContent',
    (s) =>
      new ComprehendClient(s).send(
        new DetectToxicContentCommand({ TextSegments: [{ Text: 'x' }], LanguageCode: 'en' }),
      ),
    [['comprehend:DetectToxicContent', '*']],
    'AccessDeniedException',
    400,
  ],
  [
    'SES SendEmail',
    (s) => new SESv2Client(s).send(mail),
    [['ses:SendEmail', `arn:aws:ses:${US}:identity/no-reply@example.org`]],
    'AccessDeniedException',
    403,
  ],
  [
    'CloudFormation DescribeStacks',
    (s) => new CloudFormationClient(s).send(new DescribeStacksCommand({})),
    [['cloudformation:DescribeStacks', '*']],
    'AccessDenied',
    403,
  ],
];

it.each(CALLS)('%s', async (_what, send, needs, name, status) => {
  for (const [index, [action, resource]] of needs.entries()) {
    const failure = await outcome(send, ...needs.slice(0, index), [
      action,
      'arn:aws:elsewhere:us-east-1:000000000000:thing',
    ]);
    expect(failure).toMatchObject({ name, $metadata: { httpStatusCode: status } });
    const quoted = name === 'AccessDenied' && action.startsWith('s3:') ? `"${resource}"` : resource;
    expect(failure?.message).toBe(
      `User: arn:aws:sts::000000000000:assumed-role/Role${roles}/some-function is not authorized to perform: ` +
        `${action} on resource: ${quoted} because no identity-based policy allows the ${action} action`,
    );
  }
  // A permitted call may still fail, because there is no such table, job or pool.
  expect((await outcome(send, ...needs))?.name ?? 'done').not.toMatch(/AccessDenied/);
});

it('SQS names the action in lower case', async () => {
  const { url, arn } = engines.instanceOf(queueEngine).createQueue({}, 'jobs');
  const send: Send = (settings) =>
    new SQSClient(settings).send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'x' }));
  const failure = await outcome(send, ['sqs:SendMessage', `${arn}2`]);
  expect(failure).toMatchObject({ name: 'AccessDenied', $metadata: { httpStatusCode: 403 } });
  expect(failure?.message).toMatch(
    new RegExp(
      'not authorized to perform: sqs:sendmessage on resource: arn:aws:sqs:us-east-1:000000000000:jobs ' +
        'because no identity-based policy allows the sqs:sendmessage action$',
    ),
  );
  expect(await outcome(send, ['sqs:SendMessage', arn])).toBeUndefined();
});

it('rejects an unknown access key', async () => {
  const settings = {
    endpoint,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'LOCALUNKNOWN', secretAccessKey: 'x' },
  };
  await expect(new SSMClient(settings).send(new GetParameterCommand({ Name: '/a' }))).rejects.toMatchObject({
    name: 'UnrecognizedClientException',
  });
});
