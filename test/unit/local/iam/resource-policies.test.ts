import type { Principal } from '../../../../infra/local/aws/service.ts';
import { createAccess, type ResourceDecision } from '../../../../infra/local/iam/access.ts';
import { guardInvoke, guardQueues } from '../../../../infra/local/iam/guards.ts';
import { createResourcePolicies, ownerOf } from '../../../../infra/local/iam/resource-policies.ts';
import type { OutgoingMessage } from '../../../../infra/local/events/queues/queue.ts';
import { NotPermitted, type ServiceCaller } from '../../../../infra/local/invoke.ts';
import { createRoleBook } from '../../../../infra/local/roles.ts';

type Raw = Readonly<Record<string, unknown>>;

const BUCKET = 'arn:aws:s3:::media';
const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:jobs';
const FUNCTION = 'arn:aws:lambda:us-east-1:000000000000:function:api';
const RULE = 'arn:aws:events:us-east-1:000000000000:rule/uploaded';
const ROLE = 'arn:aws:iam::000000000000:role/Ingest';
const INGEST: Principal = { accessKeyId: 'A', secretAccessKey: 'B', name: 'ingest', roleArn: ROLE };
const events: ServiceCaller = { service: 'events.amazonaws.com', sourceArn: RULE };

const allow = (Principal: unknown, Action: unknown, Resource: unknown, Condition?: unknown): Raw => ({
  Effect: 'Allow',
  Principal,
  Action,
  Resource,
  ...(Condition === undefined ? {} : { Condition }),
});
const deny = (...parts: Parameters<typeof allow>): Raw => ({ ...allow(...parts), Effect: 'Deny' });

const accessWith = (
  owner: string,
  statements: readonly Raw[],
  ofRole: readonly Raw[] = [],
  reported: ResourceDecision[] = [],
) => {
  const roles = createRoleBook();
  roles.define({ arn: ROLE, name: 'Ingest', documents: [{ Statement: ofRole }] });
  const policies = createResourcePolicies();
  policies.attach(owner, { Statement: statements });
  return createAccess({ roles, policies, onResourceDecision: (request) => reported.push(request) });
};

describe('a service', () => {
  const grant = allow({ Service: 'events.amazonaws.com' }, 'sqs:SendMessage', QUEUE, {
    ArnEquals: { 'aws:SourceArn': RULE },
  });
  it.each<[string, readonly Raw[], ServiceCaller, RegExp | undefined]>([
    ['is allowed by name and source', [grant], events, undefined],
    [
      'is allowed as one of several principals',
      [{ ...grant, Principal: { Service: ['s3.amazonaws.com', 'events.amazonaws.com'] } }],
      events,
      undefined,
    ],
    [
      'is denied without a statement',
      [],
      events,
      new RegExp(
        String.raw`^User: events\.amazonaws\.com is not authorized to perform: sqs:SendMessage on resource: ${QUEUE} ` +
          'because no resource-based policy allows the sqs:SendMessage action$',
      ),
    ],
    ['is denied for another source', [grant], { ...events, sourceArn: `${RULE}2` }, /no resource-based policy/],
    ['is denied without a source', [grant], { service: 'events.amazonaws.com' }, /no resource-based policy/],
    [
      'is denied in place of another service',
      [grant],
      { ...events, service: 'scheduler.amazonaws.com' },
      /no resource-based policy/,
    ],
    ['is denied another action', [{ ...grant, Action: 'sqs:GetQueueUrl' }], events, /no resource-based policy/],
    [
      'is denied by a statement of another queue',
      [{ ...grant, Resource: `${QUEUE}2` }],
      events,
      /no resource-based policy/,
    ],
    [
      'is allowed from this account',
      [{ ...grant, Condition: { StringEquals: { 'aws:SourceAccount': '000000000000' } } }],
      events,
      undefined,
    ],
    [
      'is denied from another account',
      [{ ...grant, Condition: { StringEquals: { 'aws:SourceAccount': '111111111111' } } }],
      events,
      /no resource-based policy/,
    ],
    [
      'is denied by a deny for every principal',
      [grant, deny('*', 'sqs:*', QUEUE)],
      events,
      /with an explicit deny in a resource-based policy$/,
    ],
    [
      'is not denied by a deny for plain HTTP',
      [grant, deny({ AWS: '*' }, 'sqs:*', QUEUE, { Bool: { 'aws:SecureTransport': 'false' } })],
      events,
      undefined,
    ],
    [
      'is not denied by a deny for old TLS',
      [grant, deny({ AWS: '*' }, 'sqs:*', QUEUE, { NumericLessThan: { 's3:TlsVersion': 1.2 } })],
      events,
      undefined,
    ],
    [
      'is distinguished from roles',
      [grant, deny('*', 'sqs:*', QUEUE, { Bool: { 'aws:PrincipalIsAWSService': 'true' } })],
      events,
      /explicit deny/,
    ],
  ])('%s', (_what, statements, caller, expected) => {
    const denial = accessWith(QUEUE, statements).serviceDenial(caller, 'sqs:SendMessage', QUEUE);
    if (expected) expect(denial).toMatch(expected);
    else expect(denial).toBeUndefined();
  });

  it('applies the policies of a bucket to its objects, and those of a function to its versions', () => {
    expect([`${BUCKET}/media/a:b/c.m4s`, BUCKET, `${FUNCTION}:$LATEST`, QUEUE].map(ownerOf)).toEqual([
      BUCKET,
      BUCKET,
      FUNCTION,
      QUEUE,
    ]);
    const delivery = {
      service: 'cloudfront.amazonaws.com',
      sourceArn: 'arn:aws:cloudfront::000000000000:distribution/E1',
    };
    const access = accessWith(BUCKET, [
      allow({ Service: delivery.service }, 's3:GetObject', `${BUCKET}/media/*`, {
        ArnLike: { 'AWS:SourceArn': 'arn:aws:cloudfront::000000000000:distribution/*' },
      }),
    ]);
    expect(access.serviceDenial(delivery, 's3:GetObject', `${BUCKET}/media/a.m4s`)).toBeUndefined();
    for (const key of ['uploads/a', 'media', 'x/media/a'])
      expect(access.serviceDenial(delivery, 's3:GetObject', `${BUCKET}/${key}`)).toMatch(/not authorized/);
    expect(access.serviceDenial(delivery, 's3:PutObject', `${BUCKET}/media/a.m4s`)).toMatch(/not authorized/);
  });

  it("assumes a role that trusts it, under the trust policy's conditions", () => {
    const trust = (Principal: unknown, Condition?: unknown, externalId?: string) => {
      const policies = createResourcePolicies();
      policies.attach(ROLE, {
        Statement: {
          Effect: 'Allow',
          Action: 'sts:AssumeRole',
          Principal,
          ...(Condition === undefined ? {} : { Condition }),
        },
      });
      return createAccess({ roles: createRoleBook(), policies }).trusts(ROLE, 'lambda.amazonaws.com', externalId);
    };
    expect(trust({ Service: 'lambda.amazonaws.com' })).toBe(true);
    expect(trust({ Service: 'mediaconvert.amazonaws.com' })).toBe(false);
    expect(trust({ Service: 'lambda.amazonaws.com' }, { StringEquals: { 'aws:SourceAccount': '000000000000' } })).toBe(
      true,
    );
    expect(trust({ Service: 'lambda.amazonaws.com' }, { StringEquals: { 'aws:SourceAccount': '111111111111' } })).toBe(
      false,
    );
    expect(createAccess({ roles: createRoleBook() }).trusts(ROLE, 'lambda.amazonaws.com')).toBe(false);
    const secret = [{ Service: 'lambda.amazonaws.com' }, { StringEquals: { 'sts:ExternalId': 'ours' } }] as const;
    expect([undefined, 'theirs', 'ours'].map((id) => trust(...secret, id))).toEqual([false, false, true]);
  });
});

describe('a role', () => {
  const own = [{ Effect: 'Allow', Action: 's3:GetObject', Resource: `${BUCKET}/*` }];
  it('is denied by the bucket despite its own policies', () => {
    const access = accessWith(BUCKET, [deny({ AWS: '*' }, 's3:*', [BUCKET, `${BUCKET}/*`])], own);
    expect(access.denial(INGEST, 's3:GetObject', `${BUCKET}/a`)).toMatch(
      /Ingest\/ingest is not authorized to perform: s3:GetObject .* with an explicit deny in a resource-based policy$/,
    );
    expect(access.allows(ROLE, 's3:GetObject', `${BUCKET}/a`)).toBe(false);
    expect(access.denial(INGEST, 's3:GetObject', 'arn:aws:s3:::other/a')).toMatch(/no identity-based policy/);
  });

  it('is allowed by the bucket without its own policies, unlike other roles', () => {
    const access = accessWith(BUCKET, [allow({ AWS: ROLE }, 's3:PutObject', `${BUCKET}/*`)], own);
    expect(access.allows(ROLE, 's3:PutObject', `${BUCKET}/a`)).toBe(true);
    expect(access.allows(`${ROLE}2`, 's3:PutObject', `${BUCKET}/a`)).toBe(false);
    expect(access.serviceDenial(events, 's3:PutObject', `${BUCKET}/a`)).toMatch(/no resource-based policy/);
  });

  it('is reported only when the bucket takes part in the decision', () => {
    const reported: ResourceDecision[] = [];
    const access = accessWith(BUCKET, [deny({ AWS: '*' }, 's3:Delete*', `${BUCKET}/*`)], own, reported);
    access.allows(ROLE, 's3:GetObject', `${BUCKET}/a`);
    expect(reported).toEqual([]);
    access.allows(ROLE, 's3:DeleteObject', `${BUCKET}/a`);
    expect(reported).toMatchObject([{ party: { roleArn: ROLE }, action: 's3:DeleteObject', decision: 'denied' }]);
  });
});

it.each<[Raw, RegExp]>([
  [{ Effect: 'Allow', Action: 's3:*', Resource: '*' }, /must have a Principal/],
  [allow({ Federated: 'x' }, 's3:*', '*'), /principal Federated x/],
  [allow({ CanonicalUser: 'x' }, 's3:*', '*'), /principal CanonicalUser x/],
  [allow({ AWS: '111111111111' }, 's3:*', '*'), /principal AWS 111111111111/],
  [allow({ AWS: 'arn:aws:iam::111111111111:root' }, 's3:*', '*'), /principal AWS arn:aws:iam::111111111111:root/],
  [{ Effect: 'Allow', NotPrincipal: { AWS: '*' }, Principal: '*', Action: 's3:*', Resource: '*' }, /NotPrincipal/],
  [allow('*', 's3:*', '*', { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } }), /IpAddress/],
])('rejects unsupported statements by name: %j', (statement, message) => {
  expect(() => createResourcePolicies().attach(BUCKET, { Statement: [statement] })).toThrow(message);
});

describe('the guards', () => {
  const grant = (resource: string, action: string, service: string) => allow({ Service: service }, action, resource);

  it('run a function only for a service that a permission allows', async () => {
    const ran: unknown[] = [];
    const functions = {
      invoke: async (_name: string, payload: unknown) => (ran.push(payload), { payload: 'ok', logs: [] }),
      find: (name: string) => (name === 'api' ? ({ arn: FUNCTION } as never) : undefined),
    };
    const invoke = guardInvoke(
      functions,
      accessWith(FUNCTION, [grant(FUNCTION, 'lambda:InvokeFunction', 'apigateway.amazonaws.com')]),
    );
    expect(await invoke('api', 1, { service: 'apigateway.amazonaws.com', sourceArn: 'arn:x' })).toEqual({
      payload: 'ok',
      logs: [],
    });
    expect(await invoke('api', 2, events)).toMatchObject({
      denied: true,
      error: {
        errorType: 'AccessDeniedException',
        errorMessage: expect.stringMatching(
          /^User: events\.amazonaws\.com is not authorized to perform: lambda:InvokeFunction/,
        ),
      },
    });
    expect(await invoke('api', 3)).toMatchObject({ payload: 'ok' });
    expect(await invoke('none', 4, events)).toMatchObject({ payload: 'ok' });
    expect(ran).toEqual([1, 3, 4]);
  });

  it("accept a message only from a service that the queue's policy allows", () => {
    const sent: OutgoingMessage[] = [];
    const queues = guardQueues(
      { has: () => true, sendTo: (_arn, message) => void sent.push(message) },
      accessWith(QUEUE, [grant(QUEUE, 'sqs:SendMessage', 'events.amazonaws.com')]),
    );
    queues.sendTo(QUEUE, { body: 'a' }, events);
    queues.sendTo(QUEUE, { body: 'b' });
    expect(() => queues.sendTo(QUEUE, { body: 'c' }, { service: 's3.amazonaws.com' })).toThrow(NotPermitted);
    expect(sent.map(({ body }) => body)).toEqual(['a', 'b']);
  });
});
