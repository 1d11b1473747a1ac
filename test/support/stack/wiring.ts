import { evaluate, readStatements, type AccessRequest } from '../../../infra/local/iam/evaluator.ts';
import { evaluateResource } from '../../../infra/local/iam/resource-policies.ts';
import type { PolicyDocument } from '../../../infra/local/roles.ts';
import { resourcesOf, type Assembly } from './assembly.ts';
import { templateValues } from './template-values.ts';

/** A call that AWS makes when the system runs: from one resource of the templates to another. */
export interface Wire {
  readonly kind: string;
  readonly from: string;
  readonly action: string;
  /** ARN of the resource that is called. */
  readonly target: string;
  /** Who calls: a service for a resource, which the target's own policy must let in, or a role, by its policies. */
  readonly caller: { readonly service: string; readonly sourceArn: string } | { readonly roleName: string };
}

type Properties = Readonly<Record<string, unknown>>;
const list = (value: unknown): readonly Properties[] => (value ?? []) as readonly Properties[];
const record = (value: unknown): Properties => (value ?? {}) as Properties;

/** Every resource of the templates, with resolved properties. */
const resolvedResources = (assembly: Assembly) => {
  const { resolve } = templateValues(assembly);
  return resourcesOf(assembly).map(({ stack, id, Type, properties }) => ({
    stack,
    id,
    type: Type,
    label: `${stack}.${id}`,
    // Bodies of requests to custom resources and code are of no interest here.
    properties: Type.startsWith('Custom::') ? {} : record(resolve(stack, properties)),
  }));
};

const READ_QUEUE = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
const READ_STREAM = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'];
/** Every call between resources that an assembly's templates describe. */
export const wiresOf = (assembly: Assembly): readonly Wire[] => {
  const { arnOf, account, region, resolve } = templateValues(assembly);
  const resources = resolvedResources(assembly);
  const ofType = (type: string) => resources.filter((resource) => resource.type === type);
  const self = ({ stack, id }: { stack: string; id: string }) => arnOf(stack, id);
  const functionByName = new Map(
    ofType('AWS::Lambda::Function').map((one) => [String(resolve(one.stack, { Ref: one.id })), one]),
  );
  const roleOf = ({ properties }: { properties: Properties }) => ({
    roleName: String(properties['Role']).split('/').at(-1) ?? '',
  });
  const callOf = (target: string) => (target.includes(':sqs:') ? 'sqs:SendMessage' : 'lambda:InvokeFunction');

  const rules = ofType('AWS::Events::Rule').flatMap((rule) =>
    list(rule.properties['Targets']).flatMap((target) => {
      const caller = { service: 'events.amazonaws.com', sourceArn: self(rule) };
      const deadLetters = record(target['DeadLetterConfig'])['Arn'];
      const wire = (kind: string, arn: string) => ({
        kind,
        from: rule.label,
        action: callOf(arn),
        target: arn,
        caller,
      });
      return [
        wire('target of a rule', String(target['Arn'])),
        ...(deadLetters === undefined ? [] : [wire('dead letters of a rule', String(deadLetters))]),
      ];
    }),
  );

  const mappings = ofType('AWS::Lambda::EventSourceMapping').flatMap(({ label, properties }) => {
    const consumer = functionByName.get(String(properties['FunctionName']));
    if (!consumer) throw new Error(`${label} names no function`);
    const caller = roleOf(consumer);
    const source = String(properties['EventSourceArn']);
    const failures = record(record(properties['DestinationConfig'])['OnFailure'])['Destination'];
    const wire = (kind: string, action: string, target: string) => ({ kind, from: label, action, target, caller });
    return [
      ...(source.includes(':sqs:') ? READ_QUEUE : READ_STREAM).map((action) => wire('event source', action, source)),
      ...(source.includes('/stream/') ? [wire('event source', 'dynamodb:ListStreams', source)] : []),
      ...(failures === undefined ? [] : [wire('failures of an event source', 'sqs:SendMessage', String(failures))]),
    ];
  });

  const functions = ofType('AWS::Lambda::Function').flatMap((one) => {
    const target = record(one.properties['DeadLetterConfig'])['TargetArn'];
    const wire = {
      kind: 'dead letters of a function',
      from: one.label,
      action: 'sqs:SendMessage',
      caller: roleOf(one),
    };
    return target === undefined ? [] : [{ ...wire, target: String(target) }];
  });

  const subscriptions = ofType('AWS::SNS::Subscription').map(({ label, properties }) => ({
    kind: 'dead letters of a subscription',
    from: label,
    action: 'sqs:SendMessage',
    target: String(record(properties['RedrivePolicy'])['deadLetterTargetArn']),
    caller: { service: 'sns.amazonaws.com', sourceArn: String(properties['TopicArn']) },
  }));

  const alarms = ofType('AWS::CloudWatch::Alarm').flatMap((alarm) =>
    ['AlarmActions', 'OKActions', 'InsufficientDataActions'].flatMap((name) =>
      ((alarm.properties[name] ?? []) as readonly string[]).map((target) => ({
        kind: 'action of an alarm',
        from: alarm.label,
        action: 'sns:Publish',
        target,
        caller: { service: 'cloudwatch.amazonaws.com', sourceArn: self(alarm) },
      })),
    ),
  );

  const triggers = ofType('AWS::Cognito::UserPool').flatMap((pool) =>
    Object.entries(record(pool.properties['LambdaConfig'])).map(([name, target]) => ({
      kind: 'trigger of a user pool',
      from: `${pool.label} ${name}`,
      action: 'lambda:InvokeFunction',
      target: String(target),
      caller: { service: 'cognito-idp.amazonaws.com', sourceArn: self(pool) },
    })),
  );

  const integrations = new Map(
    ofType('AWS::ApiGatewayV2::Integration').map(({ stack, id, properties }) => [
      `integrations/${String(resolve(stack, { Ref: id }))}`,
      /arn:aws:lambda:[^/]*$|(?<=functions\/)[^/]+(?=\/invocations)/.exec(String(properties['IntegrationUri']))?.[0],
    ]),
  );
  const stages = new Map(
    ofType('AWS::ApiGatewayV2::Stage').map(({ properties }) => [properties['ApiId'], properties['StageName']]),
  );
  const routes = ofType('AWS::ApiGatewayV2::Route').map(({ label, properties }) => {
    const [api, key] = [String(properties['ApiId']), String(properties['RouteKey'])];
    const route = `${api}/${String(stages.get(properties['ApiId']))}/${key.replace(' ', '')}`;
    return {
      kind: 'route of an API',
      from: label,
      action: 'lambda:InvokeFunction',
      target: integrations.get(String(properties['Target'])) ?? 'no function',
      caller: {
        service: 'apigateway.amazonaws.com',
        sourceArn: `arn:aws:execute-api:${region}:${account}:${route}`,
      },
    };
  });

  const accessLogs = ofType('AWS::S3::Bucket').flatMap((bucket) => {
    const { DestinationBucketName: name, LogFilePrefix: prefix } = record(bucket.properties['LoggingConfiguration']);
    if (name === undefined) return [];
    return {
      kind: 'access log of a bucket',
      from: bucket.label,
      action: 's3:PutObject',
      target: `arn:aws:s3:::${String(name)}/${String(prefix)}log`,
      caller: { service: 'logging.s3.amazonaws.com', sourceArn: self(bucket) },
    };
  });

  const deliveredLogs = ofType('AWS::Logs::Delivery').map((delivery) => {
    const { DeliverySourceName: name, DeliveryDestinationArn: arn } = delivery.properties;
    const source = ofType('AWS::Logs::DeliverySource').find(({ stack, id }) => resolve(stack, { Ref: id }) === name);
    const destination = ofType('AWS::Logs::DeliveryDestination').find((one) => self(one) === arn);
    return {
      kind: 'delivery of logs',
      from: delivery.label,
      action: 's3:PutObject',
      target: `${String(destination?.properties['DestinationResourceArn'])}/log`,
      caller: { service: 'delivery.logs.amazonaws.com', sourceArn: source ? self(source) : 'no source' },
    };
  });

  const origins = ofType('AWS::CloudFront::Distribution').flatMap((distribution) => {
    const config = record(distribution.properties['DistributionConfig']);
    const hosts = new Map(list(config['Origins']).map(({ Id, DomainName }) => [Id, String(DomainName)]));
    return [...list(config['CacheBehaviors']), record(config['DefaultCacheBehavior'])].flatMap((behavior) => {
      const host = hosts.get(behavior['TargetOriginId']) ?? '';
      const bucket = /^(.+)\.s3(\.[\w-]+)?\.amazonaws\.com$/.exec(host)?.[1];
      const path = String(behavior['PathPattern'] ?? '/*').replace('*', 'file');
      if (bucket === undefined) return [];
      return {
        kind: 'origin of the distribution',
        from: distribution.label,
        action: 's3:GetObject',
        target: `arn:aws:s3:::${bucket}${path}`,
        caller: { service: 'cloudfront.amazonaws.com', sourceArn: self(distribution) },
      };
    });
  });

  return [
    ...rules,
    ...mappings,
    ...functions,
    ...subscriptions,
    ...alarms,
    ...triggers,
    ...routes,
    ...accessLogs,
    ...deliveredLogs,
    ...origins,
  ];
};

type Statements = readonly Readonly<Record<string, unknown>>[];
const statementsOf = (properties: Properties): Statements =>
  (properties['PolicyDocument'] as { readonly Statement: Statements }).Statement;

/** The policies of the templates. Returns the calls that AWS would deny. */
export const deniedWires = (assembly: Assembly): readonly string[] => {
  const { arnOf, account, resolve } = templateValues(assembly);
  const resources = resolvedResources(assembly);
  const byOwner = new Map<string, Statements>();
  const byRole = new Map<string, readonly PolicyDocument[]>();
  const attach = (owner: string, statements: Statements): void =>
    void byOwner.set(owner, [...(byOwner.get(owner) ?? []), ...statements]);
  for (const { type, properties } of resources) {
    if (type === 'AWS::S3::BucketPolicy')
      attach(`arn:aws:s3:::${String(properties['Bucket'])}`, statementsOf(properties));
    if (type === 'AWS::SNS::TopicPolicy')
      for (const topic of properties['Topics'] as readonly string[]) attach(topic, statementsOf(properties));
    // The URL of a queue ends in its name, and here it is its name.
    if (type === 'AWS::SQS::QueuePolicy')
      for (const name of properties['Queues'] as readonly string[])
        attach(arnOf(...locate(resources, resolve, name)), statementsOf(properties));
    if (type === 'AWS::Lambda::Permission') {
      const { Action, FunctionName, Principal, SourceArn, SourceAccount } = properties;
      attach(String(FunctionName), [
        {
          Effect: 'Allow',
          Action,
          Resource: FunctionName,
          Principal: { Service: Principal },
          Condition: {
            ...(SourceArn === undefined ? {} : { ArnLike: { 'aws:SourceArn': SourceArn } }),
            ...(SourceAccount === undefined ? {} : { StringEquals: { 'aws:SourceAccount': SourceAccount } }),
          },
        },
      ]);
    }
    if (type === 'AWS::IAM::Policy')
      for (const role of properties['Roles'] as readonly string[])
        byRole.set(role, [...(byRole.get(role) ?? []), { Statement: statementsOf(properties) }]);
  }
  const allows = ({ action, target, caller }: Wire): boolean => {
    const values: Readonly<Record<string, string>> = {
      'aws:sourceaccount': account,
      'aws:securetransport': 'true',
      'aws:resourceaccount': account,
      's3:tlsversion': '1.3',
      // The one with which logs are delivered, as the service documents it.
      's3:x-amz-acl': 'bucket-owner-full-control',
      ...('service' in caller ? { 'aws:sourcearn': caller.sourceArn } : {}),
    };
    const request: AccessRequest = {
      action,
      resource: target,
      context: (key) => {
        const value = values[key];
        return value === undefined ? undefined : [value];
      },
    };
    const owner = target.startsWith('arn:aws:s3:::') ? (target.split('/', 1)[0] ?? '') : target;
    if ('service' in caller)
      return evaluateResource(byOwner.get(owner) ?? [], { service: caller.service }, request) === 'allowed';
    return evaluate(readStatements(byRole.get(caller.roleName) ?? []), request) === 'allowed';
  };
  return wiresOf(assembly)
    .filter((wire) => !allows(wire))
    .map(({ kind, from, action, target }) => `${from}, ${kind}: ${action} on ${target}`);
};

/** The stack and ID of the resource whose `Ref` resolves to a name. */
const locate = (
  resources: ReturnType<typeof resolvedResources>,
  resolve: (stack: string, value: unknown) => unknown,
  name: string,
): [string, string] => {
  const found = resources.find(
    ({ type, stack, id }) => type === 'AWS::SQS::Queue' && resolve(stack, { Ref: id }) === name,
  );
  if (!found) throw new Error(`No queue is named ${name}`);
  return [found.stack, found.id];
};
