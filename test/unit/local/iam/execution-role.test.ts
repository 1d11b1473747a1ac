import { createAccess } from '../../../../infra/local/iam/access.ts';
import { executionRole } from '../../../../infra/local/resources/execution-role.ts';
import { createRoleBook } from '../../../../infra/local/roles.ts';

const ROLE = 'arn:aws:iam::000000000000:role/stack-LiveRole';
const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/Main';
const STREAM = `${TABLE}/stream/2026-01-01T00:00:00.000`;
const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:jobs';
const FAILURES = 'arn:aws:sqs:us-east-1:000000000000:failures';

const allowing = (...statements: readonly (readonly [action: string | readonly string[], resource: string])[]) => {
  const roles = createRoleBook();
  roles.define({
    arn: ROLE,
    name: 'stack-LiveRole',
    documents: [{ Statement: statements.map(([Action, Resource]) => ({ Effect: 'Allow', Action, Resource })) }],
  });
  return executionRole({ access: createAccess({ roles }) });
};
const READS = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'];

describe('reading a source requires', () => {
  it('every permission that Lambda needs for a stream, in each common spelling', () => {
    for (const resource of ['*', `${TABLE}/stream/*`])
      expect(() =>
        allowing([READS, STREAM], ['dynamodb:ListStreams', resource]).requireForSource(ROLE, STREAM),
      ).not.toThrow();
    expect(() => allowing([READS, STREAM]).requireForSource(ROLE, STREAM)).toThrow(
      `does not allow dynamodb:ListStreams on ${STREAM}`,
    );
    expect(() => allowing([[...READS, 'dynamodb:ListStreams'], TABLE]).requireForSource(ROLE, STREAM)).toThrow(
      'does not allow dynamodb:DescribeStream',
    );
  });

  it('permission to send to the failure destination', () => {
    const reads = [[...READS, 'dynamodb:ListStreams'], STREAM] as const;
    expect(() => allowing(reads).requireForSource(ROLE, STREAM, FAILURES)).toThrow(
      `does not allow sqs:SendMessage on ${FAILURES}, its failure destination`,
    );
    expect(() => allowing(reads, ['sqs:SendMessage', FAILURES]).requireForSource(ROLE, STREAM, FAILURES)).not.toThrow();
  });

  it('every permission that Lambda needs for a queue', () => {
    expect(() => allowing(['sqs:*', QUEUE]).requireForSource(ROLE, QUEUE)).not.toThrow();
    expect(() => allowing([['sqs:ReceiveMessage', 'sqs:DeleteMessage'], QUEUE]).requireForSource(ROLE, QUEUE)).toThrow(
      'does not allow sqs:GetQueueAttributes',
    );
  });
});
