import type { RequestContext } from '../../../../infra/local/iam/conditions.ts';
import { evaluate, readStatements, type Decision } from '../../../../infra/local/iam/evaluator.ts';
import { managedPolicy } from '../../../../infra/local/iam/managed-policies.ts';

type Raw = Readonly<Record<string, unknown>>;

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Main';
const allow = (Action: unknown, Resource: unknown, Condition?: unknown): Raw => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...(Condition === undefined ? {} : { Condition }),
});
const deny = (Action: unknown, Resource: unknown, Condition?: unknown): Raw => ({
  ...allow(Action, Resource, Condition),
  Effect: 'Deny',
});

const contextOf =
  (values: Readonly<Record<string, readonly string[]>>): RequestContext =>
  (key) =>
    values[key];

const decide = (
  statements: readonly Raw[],
  action: string,
  resource: string,
  values: Readonly<Record<string, readonly string[]>> = {},
): Decision => evaluate(readStatements([{ Statement: statements }]), { action, resource, context: contextOf(values) });

describe('allow and deny', () => {
  it.each<[string, readonly Raw[], Decision]>([
    ['no statement', [], 'not allowed'],
    ['another action', [allow('dynamodb:GetItem', TABLE)], 'not allowed'],
    ['another resource', [allow('dynamodb:PutItem', `${TABLE}2`)], 'not allowed'],
    ['allowed', [allow('dynamodb:PutItem', TABLE)], 'allowed'],
    ['one of lists', [allow(['dynamodb:GetItem', 'dynamodb:PutItem'], ['*', TABLE])], 'allowed'],
    ['a deny after the allow', [allow('*', '*'), deny('dynamodb:PutItem', TABLE)], 'denied'],
    ['a deny before the allow', [deny('dynamodb:PutItem', '*'), allow('*', '*')], 'denied'],
    ['a deny of something else', [allow('*', '*'), deny('dynamodb:DeleteItem', TABLE)], 'allowed'],
    ['a deny alone', [deny('dynamodb:PutItem', TABLE)], 'denied'],
    ['NotAction without this one', [{ Effect: 'Allow', NotAction: 'dynamodb:Delete*', Resource: '*' }], 'allowed'],
    [
      'NotAction with this action',
      [{ Effect: 'Allow', NotAction: ['dynamodb:Put*', 's3:*'], Resource: '*' }],
      'not allowed',
    ],
    ['NotResource without this one', [{ Effect: 'Allow', Action: '*', NotResource: 'arn:aws:s3:::*' }], 'allowed'],
    ['NotResource with this one', [{ Effect: 'Allow', Action: '*', NotResource: [TABLE] }], 'not allowed'],
    ['a deny of all but this one', [allow('*', '*'), { Effect: 'Deny', Action: '*', NotResource: TABLE }], 'allowed'],
  ])('%s', (_, statements, decision) => {
    expect(decide(statements, 'dynamodb:PutItem', TABLE)).toBe(decision);
  });

  it('accepts a single statement and several documents', () => {
    const statements = readStatements([
      { Statement: allow('s3:GetObject', '*') },
      { Statement: [deny('s3:*', 'arn:aws:s3:::secret/*')] },
    ]);
    const ask = (resource: string): Decision =>
      evaluate(statements, { action: 's3:GetObject', resource, context: contextOf({}) });
    expect([ask('arn:aws:s3:::open/a'), ask('arn:aws:s3:::secret/a')]).toEqual(['allowed', 'denied']);
  });
});

describe('globs', () => {
  it.each<[action: string, glob: string, matches: boolean]>([
    ['s3:GetObject', 's3:GetObject', true],
    ['s3:GetObject', 'S3:getobject', true],
    ['s3:GetObjectVersion', 's3:GetObject', false],
    ['s3:GetObjectVersion', 's3:GetObject*', true],
    ['s3:GetObject', 's3:Get??ject', true],
    ['s3:GetObject', 's3:Get?ject', false],
    ['s3:GetObject', '*', true],
    ['s3:GetObject', 's3.GetObject', false],
  ])('action %s by %s: %s', (action, glob, matches) => {
    expect(decide([allow(glob, '*')], action, 'arn:aws:s3:::b/k')).toBe(matches ? 'allowed' : 'not allowed');
  });

  it.each<[resource: string, glob: string, matches: boolean]>([
    ['arn:aws:s3:::media/a/b.jpg', 'arn:aws:s3:::media/*', true],
    ['arn:aws:s3:::media', 'arn:aws:s3:::media/*', false],
    ['arn:aws:s3:::media2/a', 'arn:aws:s3:::media/*', false],
    ['arn:aws:s3:::media/a:b:c', 'arn:aws:s3:::media/*', true],
    ['arn:aws:s3:::media/A', 'arn:aws:s3:::media/a', false],
    ['arn:aws:s3:::media/a.b', 'arn:aws:s3:::media/a?b', true],
    ['arn:aws:s3:::media/a(b)[c]+$', 'arn:aws:s3:::media/a(b)[c]+$', true],
    ['arn:aws:s3:::media/axb', 'arn:aws:s3:::media/a.b', false],
    ['arn:aws:s3:::media/line\nbreak', 'arn:aws:s3:::media/line*', true],
    // An asterisk does not match across parts of an ARN.
    ['arn:aws:sqs:us-east-1:111111111111:jobs', 'arn:aws:sqs:*:jobs', false],
    ['arn:aws:sqs:us-east-1:111111111111:jobs', 'arn:aws:sqs:*:*:jobs', true],
    ['arn:aws:logs:us-east-1:1:log-group:g:log-stream:s', 'arn:aws:logs:us-east-1:1:log-group:g:*', true],
    [`${TABLE}/index/gsi1`, TABLE, false],
    [`${TABLE}/index/gsi1`, `${TABLE}/index/gsi1`, true],
    [`${TABLE}/index/gsi1`, `${TABLE}/index/*`, true],
    ['*', TABLE, false],
    ['*', '*', true],
  ])('resource %j by %j: %s', (resource, glob, matches) => {
    expect(decide([allow('*', glob)], 'x:Y', resource)).toBe(matches ? 'allowed' : 'not allowed');
  });
});

describe('conditions', () => {
  const KEYS = 'dynamodb:LeadingKeys';
  it.each<[string, unknown, Readonly<Record<string, readonly string[]>>, boolean]>([
    [
      'StringEquals',
      { StringEquals: { 'iam:PassedToService': 'mediaconvert.amazonaws.com' } },
      { 'iam:passedtoservice': ['mediaconvert.amazonaws.com'] },
      true,
    ],
    [
      'StringEquals is exact',
      { StringEquals: { 'iam:PassedToService': 'mediaconvert.*' } },
      { 'iam:passedtoservice': ['mediaconvert.amazonaws.com'] },
      false,
    ],
    [
      'a key in another case',
      { StringEquals: { 'IAM:passedtoservice': ['a', 'b'] } },
      { 'iam:passedtoservice': ['b'] },
      true,
    ],
    ['an absent key', { StringEquals: { 'iam:PassedToService': 'a' } }, {}, false],
    [
      'StringLike',
      { StringLike: { 'iam:PassedToService': 'media*.amazonaws.?om' } },
      { 'iam:passedtoservice': ['mediaconvert.amazonaws.com'] },
      true,
    ],
    [
      'StringLike is case-sensitive',
      { StringLike: { 'iam:PassedToService': 'MEDIA*' } },
      { 'iam:passedtoservice': ['mediaconvert'] },
      false,
    ],
    [
      'ArnLike',
      { ArnLike: { 'aws:PrincipalArn': 'arn:aws:iam::*:role/App*' } },
      { 'aws:principalarn': ['arn:aws:iam::1:role/AppRole'] },
      true,
    ],
    [
      'ArnLike part by part',
      { ArnLike: { 'aws:PrincipalArn': 'arn:aws:iam:*:role/App*' } },
      { 'aws:principalarn': ['arn:aws:iam::1:role/AppRole'] },
      false,
    ],
    [
      'ArnEquals accepts globs too',
      { ArnEquals: { 'aws:PrincipalArn': 'arn:aws:iam::1:role/*' } },
      { 'aws:principalarn': ['arn:aws:iam::1:role/AppRole'] },
      true,
    ],
    ['Bool from a boolean', { Bool: { 'aws:SecureTransport': true } }, { 'aws:securetransport': ['true'] }, true],
    ['Bool', { Bool: { 'aws:SecureTransport': 'False' } }, { 'aws:securetransport': ['true'] }, false],
    [
      'several conditions, all met',
      { Bool: { 'aws:SecureTransport': 'true' }, StringEquals: { 'aws:ResourceAccount': '1' } },
      { 'aws:securetransport': ['true'], 'aws:resourceaccount': ['1'] },
      true,
    ],
    [
      'several conditions, one not met',
      { Bool: { 'aws:SecureTransport': 'true' }, StringEquals: { 'aws:ResourceAccount': '2' } },
      { 'aws:securetransport': ['true'], 'aws:resourceaccount': ['1'] },
      false,
    ],
    [
      'ForAllValues, all',
      { 'ForAllValues:StringLike': { [KEYS]: ['USER#*', 'A'] } },
      { 'dynamodb:leadingkeys': ['USER#1', 'A'] },
      true,
    ],
    [
      'ForAllValues, one not',
      { 'ForAllValues:StringEquals': { [KEYS]: ['A'] } },
      { 'dynamodb:leadingkeys': ['A', 'B'] },
      false,
    ],
    ['ForAllValues without the key', { 'ForAllValues:StringEquals': { [KEYS]: ['A'] } }, {}, true],
    [
      'ForAnyValue, one',
      { 'ForAnyValue:StringLike': { [KEYS]: ['AUDIT#*'] } },
      { 'dynamodb:leadingkeys': ['USER#1', 'AUDIT#1'] },
      true,
    ],
    [
      'ForAnyValue, none',
      { 'ForAnyValue:StringLike': { [KEYS]: ['AUDIT#*'] } },
      { 'dynamodb:leadingkeys': ['USER#1'] },
      false,
    ],
    ['ForAnyValue without the key', { 'ForAnyValue:StringLike': { [KEYS]: ['*'] } }, {}, false],
  ])('%s', (_, condition, values, isMet) => {
    expect(decide([allow('*', '*', condition)], 'x:Y', '*', values)).toBe(isMet ? 'allowed' : 'not allowed');
    expect(decide([allow('*', '*'), deny('*', '*', condition)], 'x:Y', '*', values)).toBe(isMet ? 'denied' : 'allowed');
  });
});

describe('unsupported policies are rejected by name', () => {
  it.each<[Raw, RegExp]>([
    [allow('*', '*', { NumericEquals: { 'aws:ResourceAccount': '1' } }), /condition operator NumericEquals/],
    [
      allow('*', '*', { StringEqualsIfExists: { 'aws:ResourceAccount': '1' } }),
      /condition operator StringEqualsIfExists/,
    ],
    [
      allow('*', '*', { 'ForSomeValues:StringEquals': { 'aws:ResourceAccount': '1' } }),
      /condition operator ForSomeValues:StringEquals/,
    ],
    [allow('*', '*', { constructor: { 'aws:ResourceAccount': '1' } }), /condition operator constructor/],
    [allow('*', '*', { StringEquals: { 'aws:SourceIp': '1' } }), /condition key aws:SourceIp/],
    [allow('*', ['arn:aws:s3:::b/${aws:username}/*']), /policy variables/],
    [{ ...allow('*', '*'), Principal: '*' }, /Principal in a role's policy/],
    [{ Action: '*', Resource: '*' }, /Allow or Deny, not undefined/],
    [{ Effect: 'Allow', Resource: '*' }, /either Action or NotAction/],
    [{ Effect: 'Allow', Action: '*', Resource: '*', NotResource: 'x' }, /either Resource or NotResource/],
  ])('%j', (statement, message) => {
    expect(() => readStatements([{ Statement: [statement] }])).toThrow(message);
  });

  it('an unknown managed policy', () => {
    expect(() => managedPolicy('arn:aws:iam::aws:policy/AdministratorAccess')).toThrow(
      /arn:aws:iam::aws:policy\/AdministratorAccess/,
    );
  });
});
