import { LOCAL_ACCOUNT, LOCAL_REGION } from '../aws/service.ts';
import type { LocalCloud } from '../cloud.ts';

/**
 * What Lambda needs of a role to read a source for a function; see "Configuring execution role permissions" of each
 * source.
 */
const SOURCE_ACTIONS = {
  sqs: ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'],
  dynamodb: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'],
} as const;

/**
 * Permissions that Lambda itself uses in a function's name. The local cloud asks for them at the start, as AWS does
 * while it deploys.
 */
export interface ExecutionRole {
  /** Checks what every function needs. @throws Error naming what is missing */
  requireForFunction(owner: {
    readonly roleArn: string;
    readonly logGroup: string;
    readonly deadLetterArn?: string;
  }): void;
  /**
   * Checks what reading a source needs, and telling a queue of what was given up. @throws Error naming what is missing
   */
  requireForSource(roleArn: string, sourceArn: string, failureArn?: string): void;
}

const roleName = (arn: string): string => arn.slice(arn.lastIndexOf('/') + 1);

/** Makes the checks on the roles of a cloud. */
export const executionRole = ({ access }: Pick<LocalCloud, 'access'>): ExecutionRole => {
  const need = (roleArn: string, action: string, resource: string, why: string): void => {
    if (!access.allows(roleArn, action, resource))
      throw new Error(`its role ${roleName(roleArn)} does not allow ${action} on ${resource}, ${why}`);
  };
  return {
    requireForFunction({ roleArn, logGroup, deadLetterArn }) {
      if (!access.trusts(roleArn, 'lambda.amazonaws.com'))
        throw new Error(`its role ${roleName(roleArn)} cannot be assumed by Lambda`);
      const stream = `arn:aws:logs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:log-group:${logGroup}:log-stream:local`;
      for (const action of ['CreateLogStream', 'PutLogEvents'])
        need(roleArn, `logs:${action}`, stream, 'so that its logs would be lost');
      if (deadLetterArn !== undefined) need(roleArn, 'sqs:SendMessage', deadLetterArn, 'its dead-letter queue');
    },
    requireForSource(roleArn, sourceArn, failureArn) {
      const service = sourceArn.startsWith('arn:aws:sqs:') ? 'sqs' : 'dynamodb';
      for (const action of SOURCE_ACTIONS[service])
        need(roleArn, `${service}:${action}`, sourceArn, 'which it is to read');
      if (failureArn !== undefined) need(roleArn, 'sqs:SendMessage', failureArn, 'which is to hear of failures');
    },
  };
};
