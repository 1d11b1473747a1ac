import { AwsError, type Principal } from '../../../../infra/local/aws/service.ts';
import type { AuthorizeDynamo } from '../../../../infra/local/engines/dynamodb/proxy.ts';
import { createAccess, createAuthorize, type RoleDecision } from '../../../../infra/local/iam/access.ts';
import { createDynamoAuthorize } from '../../../../infra/local/iam/dynamodb-calls.ts';
import { createRoleBook, type PolicyDocument } from '../../../../infra/local/roles.ts';
import { requireJobRole } from '../../../../infra/local/services/mediaconvert/job-role.ts';
import type { JobSettings } from '../../../../infra/local/services/mediaconvert/settings.ts';

const ROLE = 'arn:aws:iam::000000000000:role/stack-CatalogRole';
const CATALOG: Principal = { accessKeyId: 'A', secretAccessKey: 'B', name: 'catalog-fn', roleArn: ROLE };
const OPERATOR: Principal = { accessKeyId: 'C', secretAccessKey: 'D', name: 'operator' };
const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Main';

const bookWith = (...statements: readonly Readonly<Record<string, unknown>>[]) => {
  const roles = createRoleBook();
  const documents: readonly PolicyDocument[] = [{ Statement: statements }];
  roles.define({ arn: ROLE, name: 'stack-CatalogRole', documents });
  return roles;
};

const thrown = (run: () => unknown): { code: string; message: string; status: number } | undefined => {
  try {
    run();
  } catch (error) {
    if (error instanceof AwsError) return { code: error.code, message: error.message, status: error.status };
    throw error;
  }
  return undefined;
};

describe('access decisions', () => {
  it("denies in IAM's words, names the session of the role, and allows the operator everything", () => {
    const access = createAccess({
      roles: bookWith(
        { Effect: 'Allow', Action: 's3:*', Resource: '*' },
        { Effect: 'Deny', Action: 's3:Put*', Resource: '*' },
      ),
    });
    const authorize = createAuthorize(access);
    expect(thrown(() => authorize(CATALOG, 'ssm:GetParameter', 'arn:x'))).toEqual({
      code: 'AccessDeniedException',
      status: 400,
      message:
        'User: arn:aws:sts::000000000000:assumed-role/stack-CatalogRole/catalog-fn is not authorized to perform: ' +
        'ssm:GetParameter on resource: arn:x because no identity-based policy allows the ssm:GetParameter action',
    });
    expect(access.denial(CATALOG, 's3:PutObject', 'arn:aws:s3:::b/k')).toMatch(
      /arn:aws:s3:::b\/k with an explicit deny in an identity-based policy$/,
    );
    expect(access.denial(CATALOG, 's3:GetObject', 'arn:aws:s3:::b/k')).toBeUndefined();
    expect(access.denial(OPERATOR, 'ssm:GetParameter', 'arn:x')).toBeUndefined();
    expect(thrown(() => authorize(undefined, 's3:GetObject', '*'))).toMatchObject({
      code: 'MissingAuthenticationTokenException',
    });
    expect(
      thrown(() => createAuthorize(access, 'AccessDenied', 403)(CATALOG, 'ssm:GetParameter', 'arn:x')),
    ).toMatchObject({ code: 'AccessDenied', status: 403 });
  });

  it('treats an unknown role as one that allows nothing', () => {
    const access = createAccess({ roles: createRoleBook() });
    expect(access.allows('arn:aws:iam::000000000000:role/none', 's3:GetObject', '*')).toBe(false);
  });

  it('discards cached decisions when a policy is added', () => {
    const roles = bookWith();
    const access = createAccess({ roles });
    const ask = (): boolean => access.allows(ROLE, 'sqs:SendMessage', 'arn:aws:sqs:us-east-1:1:q');
    expect([ask(), ask()]).toEqual([false, false]);
    roles.attach('stack-CatalogRole', { Statement: [{ Effect: 'Allow', Action: 'sqs:SendMessage', Resource: '*' }] });
    expect(ask()).toBe(true);
  });

  it('evaluates conditions on every call', () => {
    const Condition = { StringEquals: { 'iam:PassedToService': 'mediaconvert.amazonaws.com' } };
    const access = createAccess({
      roles: bookWith({ Effect: 'Allow', Action: 'iam:PassRole', Resource: '*', Condition }),
    });
    const ask = (service: string): boolean =>
      access.allows(ROLE, 'iam:PassRole', ROLE, { 'iam:passedtoservice': () => [service] });
    expect([ask('mediaconvert.amazonaws.com'), ask('ec2.amazonaws.com'), ask('mediaconvert.amazonaws.com')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('reports every decided request, cached or not', () => {
    const decisions: RoleDecision[] = [];
    const access = createAccess({
      roles: bookWith({ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }),
      onRoleDecision: (request) => decisions.push(request),
    });
    for (const action of ['s3:GetObject', 's3:GetObject', 's3:PutObject'])
      access.allows(ROLE, action, 'arn:aws:s3:::b/k');
    expect(decisions.map(({ action, decision }) => [action, decision])).toEqual([
      ['s3:GetObject', 'allowed'],
      ['s3:GetObject', 'allowed'],
      ['s3:PutObject', 'not allowed'],
    ]);
  });
});

describe('database calls', () => {
  const seen: [string, string, readonly string[] | undefined][] = [];
  const authorize: AuthorizeDynamo = createDynamoAuthorize(
    (_caller, action, resource, values) => void seen.push([action, resource, values?.['dynamodb:leadingkeys']?.()]),
  );
  const requiredPermissions = (operation: string, input: Readonly<Record<string, unknown>>) => {
    seen.length = 0;
    authorize(CATALOG, operation, input, (table, index) =>
      table !== 'Main' ? undefined : index === undefined ? 'pk' : 'gsi1pk',
    );
    return [...seen];
  };
  const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'x' } });

  it.each<[string, Readonly<Record<string, unknown>>, readonly [string, string, readonly string[] | undefined][]]>([
    ['GetItem', { TableName: 'Main', Key: key('A') }, [['dynamodb:GetItem', TABLE, ['A']]]],
    ['PutItem', { TableName: 'Main', Item: { ...key('B'), pk2: { S: 'no' } } }, [['dynamodb:PutItem', TABLE, ['B']]]],
    ['GetItem', { TableName: TABLE, Key: key('A') }, [['dynamodb:GetItem', TABLE, undefined]]],
    [
      'Query',
      {
        TableName: 'Main',
        KeyConditionExpression: '#pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeNames: { '#pk': 'pk' },
        ExpressionAttributeValues: { ':pk': { S: 'C' }, ':sk': { S: 'D' } },
      },
      [['dynamodb:Query', TABLE, ['C']]],
    ],
    [
      'Query',
      {
        TableName: 'Main',
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :pk',
        ExpressionAttributeValues: { ':pk': { S: 'E' } },
      },
      [['dynamodb:Query', `${TABLE}/index/gsi1`, ['E']]],
    ],
    ['Scan', { TableName: 'Main' }, [['dynamodb:Scan', TABLE, undefined]]],
    ['Scan', { TableName: 'Main', IndexName: 'gsi1' }, [['dynamodb:Scan', `${TABLE}/index/gsi1`, undefined]]],
    [
      'TransactWriteItems',
      {
        TransactItems: [
          { Put: { TableName: 'Main', Item: key('1') } },
          { Update: { TableName: 'Main', Key: key('2') } },
          { Delete: { TableName: 'Main', Key: key('3') } },
          { ConditionCheck: { TableName: 'Other', Key: key('4') } },
        ],
      },
      [
        ['dynamodb:PutItem', TABLE, ['1']],
        ['dynamodb:UpdateItem', TABLE, ['2']],
        ['dynamodb:DeleteItem', TABLE, ['3']],
        ['dynamodb:ConditionCheckItem', TABLE.replace('Main', 'Other'), undefined],
      ],
    ],
    [
      'TransactGetItems',
      { TransactItems: [{ Get: { TableName: 'Main', Key: key('1') } }] },
      [['dynamodb:GetItem', TABLE, ['1']]],
    ],
    [
      'BatchGetItem',
      { RequestItems: { Main: { Keys: [key('1'), key('2')] } } },
      [['dynamodb:BatchGetItem', TABLE, ['1', '2']]],
    ],
    [
      'BatchWriteItem',
      { RequestItems: { Main: [{ PutRequest: { Item: key('1') } }, { DeleteRequest: { Key: key('2') } }] } },
      [['dynamodb:BatchWriteItem', TABLE, ['1', '2']]],
    ],
    ['ListTables', {}, [['dynamodb:ListTables', '*', undefined]]],
    ['ExecuteStatement', { Statement: 'SELECT * FROM Main' }, [['dynamodb:ExecuteStatement', '*', undefined]]],
    [
      'GetShardIterator',
      { StreamArn: `${TABLE}/stream/1` },
      [['dynamodb:GetShardIterator', `${TABLE}/stream/1`, undefined]],
    ],
  ])('%s %j', (operation, input, expected) => {
    expect(requiredPermissions(operation, input)).toEqual(expected);
  });

  it.each<[Readonly<Record<string, unknown>>, readonly string[]]>([
    [{ Key: key('A') }, ['pk', 'sk']],
    [
      {
        Key: key('A'),
        UpdateExpression: 'SET #s0 = :s0, #a.#b[0].c = if_not_exists(plain, :role) REMOVE other',
        ConditionExpression: 'attribute_exists(#pk) AND (#a = :a OR NOT begins_with(#s0, :b))',
        ExpressionAttributeNames: { '#s0': 'sessions', '#a': 'role', '#b': 'disabled', '#pk': 'pk' },
      },
      ['pk', 'sk', 'sessions', 'role', 'plain', 'other'],
    ],
    [{ Item: { ...key('A'), plan: { S: 'x' } } }, ['pk', 'sk', 'plan']],
  ])('names the top-level attributes of %j', (call, attributes) => {
    let named: readonly string[] | undefined;
    createDynamoAuthorize((_caller, _action, _resource, values) => (named = values?.['dynamodb:attributes']?.()))(
      CATALOG,
      'UpdateItem',
      { TableName: 'Main', ...call },
      () => 'pk',
    );
    expect([...(named ?? [])].sort()).toEqual([...attributes].sort());
  });

  it('requires no permission of the operator', () => {
    seen.length = 0;
    authorize(OPERATOR, 'Scan', { TableName: 'Main' }, () => undefined);
    expect(seen).toEqual([]);
  });

  it('restricts a role to items by their partition keys', () => {
    const Condition = { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['AUDIT#*'] } };
    const roles = bookWith(
      { Effect: 'Allow', Action: 'dynamodb:*', Resource: TABLE },
      { Effect: 'Deny', Action: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'], Resource: '*', Condition },
    );
    const check = createDynamoAuthorize(createAuthorize(createAccess({ roles })));
    const ask = (operation: string, input: Readonly<Record<string, unknown>>) =>
      thrown(() => check(CATALOG, operation, input, () => 'pk'))?.code;
    expect(ask('UpdateItem', { TableName: 'Main', Key: key('USER#1') })).toBeUndefined();
    expect(ask('UpdateItem', { TableName: 'Main', Key: key('AUDIT#1') })).toBe('AccessDeniedException');
    expect(ask('PutItem', { TableName: 'Main', Item: key('AUDIT#1') })).toBeUndefined();
    expect(
      ask('TransactWriteItems', {
        TransactItems: [
          { Put: { TableName: 'Main', Item: key('A') } },
          { Delete: { TableName: 'Main', Key: key('AUDIT#1') } },
        ],
      }),
    ).toBe('AccessDeniedException');
  });
});

describe("a conversion's own role", () => {
  const settings = {
    inputs: [{ fileInput: 's3://in/uploads/a' }],
    outputGroups: [
      {
        outputGroupSettings: {
          type: 'FILE_GROUP_SETTINGS',
          fileGroupSettings: { destination: 's3://out/media/a/still' },
        },
        outputs: [
          {
            nameModifier: '_poster',
            videoDescription: {
              codecSettings: {
                codec: 'FRAME_CAPTURE',
                frameCaptureSettings: { framerateNumerator: 1, framerateDenominator: 1, maxCaptures: 2 },
              },
            },
          },
        ],
      },
    ],
  } as unknown as JobSettings;
  const outcome = (allowed: readonly string[], trusted = true): number | undefined => {
    try {
      requireJobRole(
        { trusts: () => trusted, allows: (_role, action, resource) => allowed.includes(`${action} ${resource}`) },
        ROLE,
        settings,
      );
      return undefined;
    } catch (error) {
      return (error as { code: number }).code;
    }
  };
  const [READ, WRITE] = [
    's3:GetObject arn:aws:s3:::in/uploads/a',
    's3:PutObject arn:aws:s3:::out/media/a/still_poster',
  ];

  it.each([
    ['may read and write', [READ, WRITE], true, undefined],
    ['may not read', [WRITE], true, 1401],
    ['may not write', [READ], true, 3401],
    ['does not trust MediaConvert', [READ, WRITE], false, 1433],
  ] as const)('%s', (_, allowed, trusted, code) => {
    expect(outcome(allowed, trusted)).toBe(code);
  });
});
