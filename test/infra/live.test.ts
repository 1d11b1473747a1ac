import { tableDefinition } from '../../lambdas/data/table/table-definition.ts';
import { assemblyOf, resourcesOf, type Assembly } from '../support/stack/assembly.ts';

let dev: Assembly;

beforeAll(async () => {
  dev = await assemblyOf('dev');
});

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

const only = (type: string, of: (resource: ReturnType<typeof resourcesOf>[number]) => boolean = () => true) => {
  const [found, ...others] = resourcesOf(dev, type).filter(of);
  expect(others.map(({ id }) => id)).toEqual([]);
  return found ?? { id: '', properties: {} as Readonly<Record<string, unknown>> };
};

const api = () => only('AWS::ApiGatewayV2::Api', ({ properties }) => properties['ProtocolType'] === 'WEBSOCKET');
const functionNamed = (folder: string) =>
  only('AWS::Lambda::Function', ({ properties }) => properties['Description'] === `soundstage ${folder}`);

/** Actions and resources that a policy allows, without logging. */
const grantsOf = (prefix: string): readonly (readonly [string, string])[] => {
  const { properties } = only('AWS::IAM::Policy', ({ id }) => id.startsWith(prefix));
  return (properties['PolicyDocument'] as { Statement: readonly Statement[] }).Statement.filter(
    ({ Effect }) => Effect === 'Allow',
  )
    .flatMap(({ Action, Resource }) =>
      [Action]
        .flat()
        .flatMap((action) => [Resource].flat().map((resource) => [action, JSON.stringify(resource)] as const)),
    )
    .filter(([action]) => !action.startsWith('logs:'));
};

describe('the live channel', () => {
  it('has three routes to one function, without an authorizer', () => {
    const { id } = api();
    const routes = resourcesOf(dev, 'AWS::ApiGatewayV2::Route').filter(
      ({ properties }) => JSON.stringify(properties['ApiId']) === JSON.stringify({ Ref: id }),
    );
    expect(routes.map(({ properties }) => properties['RouteKey']).sort()).toEqual([
      '$connect',
      '$default',
      '$disconnect',
    ]);
    expect(new Set(routes.map(({ properties }) => JSON.stringify(properties['Target']))).size).toBe(1);
    expect(routes.map(({ properties }) => properties['AuthorizationType'])).toEqual(['NONE', 'NONE', 'NONE']);
  });

  it('is served at /ws, uncached, and forwards the query with the ticket but not the host header', () => {
    const { properties } = only('AWS::CloudFront::Distribution');
    const { CacheBehaviors, Origins } = properties['DistributionConfig'] as {
      CacheBehaviors: Record<string, unknown>[];
      Origins: Record<string, unknown>[];
    };
    const behavior = CacheBehaviors.find(({ PathPattern }) => PathPattern === '/ws');
    expect(behavior).toMatchObject({
      ViewerProtocolPolicy: 'https-only',
      // AWS's own CachingDisabled and AllViewerExceptHostHeader.
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
    });
    const origin = Origins.find(({ Id }) => Id === behavior?.['TargetOriginId']);
    expect(JSON.stringify(origin?.['DomainName'])).toMatch(/"OutputName":"LiveApiHost\w+"/);
    const { properties: stage } = only(
      'AWS::ApiGatewayV2::Stage',
      ({ properties: { StageName } }) => StageName === 'ws',
    );
    expect(stage['DefaultRouteSettings']).toMatchObject({ ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 });
    // An execution log would contain tickets.
    expect(JSON.stringify(stage)).not.toContain('LoggingLevel');
  });

  it('reads only records that a topic covers, without a batching window, and keeps failed records', () => {
    const { properties } = only(
      'AWS::Lambda::EventSourceMapping',
      ({ properties: { FunctionName } }) =>
        JSON.stringify(FunctionName) === JSON.stringify({ Ref: functionNamed('table-changes').id }),
    );
    expect(properties).toMatchObject({
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      StartingPosition: 'LATEST',
    });
    expect(properties['MaximumBatchingWindowInSeconds']).toBeUndefined();
    expect(JSON.stringify(properties['DestinationConfig'])).toContain('Failures');
    const filters = (properties['FilterCriteria'] as { Filters: { Pattern: string }[] }).Filters.map(
      ({ Pattern }) => JSON.parse(Pattern) as unknown,
    );
    const type = { type: { S: tableDefinition.streamTypes } };
    expect(filters).toEqual([
      { dynamodb: { NewImage: type } },
      { eventName: ['REMOVE'], dynamodb: { OldImage: type } },
    ]);
  });

  it('reads new security events with a reader of their own', () => {
    const { properties } = only(
      'AWS::Lambda::EventSourceMapping',
      ({ properties: { FunctionName } }) =>
        JSON.stringify(FunctionName) === JSON.stringify({ Ref: functionNamed('security-detector').id }),
    );
    expect(properties).toMatchObject({
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      StartingPosition: 'LATEST',
    });
    const [{ Pattern }, ...others] = (properties['FilterCriteria'] as { Filters: [{ Pattern: string }] }).Filters;
    expect([JSON.parse(Pattern), ...others]).toEqual([
      { eventName: ['INSERT'], dynamodb: { NewImage: { type: { S: ['SECURITY_EVENT'] } } } },
    ]);
  });

  it.each([
    [
      'LiveSocketPolicy',
      ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
      ['DELETE', 'POST'],
      [],
    ],
    ['LiveFanOutPolicy', ['DeleteItem', 'GetItem', 'PutItem', 'Query'], ['POST'], []],
    [
      'LiveChangesPolicy',
      [
        ...['BatchGetItem', 'DeleteItem', 'DescribeStream', 'GetItem', 'GetRecords', 'GetShardIterator'],
        ...['ListStreams', 'PutItem', 'Query'],
      ],
      ['DELETE', 'POST'],
      ['events:PutEvents'],
    ],
    [
      'LiveDetectorPolicy',
      [
        ...['DescribeStream', 'GetItem', 'GetRecords', 'GetShardIterator', 'ListStreams', 'PutItem', 'Query'],
        'UpdateItem',
      ],
      [],
      [],
    ],
  ])('%s allows exactly the actions in use, only on connections of this stage', (policy, table, methods, others) => {
    const grants = grantsOf(policy);
    expect(grants.flatMap(([action]) => (action.startsWith('dynamodb:') ? [action.slice(9)] : [])).sort()).toEqual(
      table,
    );
    const connections = grants
      .filter(([action]) => action === 'execute-api:ManageConnections')
      .map(([, resource]) => resource);
    expect(connections).toHaveLength(methods.length);
    for (const resource of connections) expect(resource).toContain(`{"Ref":"${api().id}"}`);
    expect(connections.map((resource) => /"\/ws\/(\w+)\/@connections\/\*"/.exec(resource)?.[1]).sort()).toEqual(
      methods,
    );
    // The stream reader also publishes domain events.
    expect(grants.flatMap(([action]) => (/^(dynamodb|execute-api|sqs):/.test(action) ? [] : [action]))).toEqual(others);
  });

  it('grants stream access only to the functions that read the stream', () => {
    const readers = resourcesOf(dev, 'AWS::IAM::Policy').filter(({ properties }) =>
      /dynamodb:(GetRecords|ListStreams)/.test(JSON.stringify(properties)),
    );
    // DynamoDB supports two readers per shard.
    expect(readers.map(({ id }) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual([
      'LiveChangesPolicy',
      'LiveDetectorPolicy',
    ]);
  });

  it('has alarms for its queue, its functions and a late stream', () => {
    const alarms = resourcesOf(dev, 'AWS::CloudWatch::Alarm')
      .map(({ id, properties }) => `${id} ${String(properties['AlarmDescription'])}`)
      .join('\n');
    for (const part of ['SendingQueueDeadLetters', 'StreamReadersLate', 'live-socket: ', 'table-changes'])
      expect(alarms).toContain(part);
  });
});
