import { LOCAL_ACCOUNT, LOCAL_REGION } from '../aws/service.ts';
import type { Access } from '../iam/access.ts';

/**
 * The actions that Lambda needs to read a source for a function; see "Configuring execution role permissions" of each
 * source.
 */
const SOURCE_ACTIONS = {
  sqs: ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'],
  dynamodb: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'],
} as const;

/**
 * Checks the permissions that Lambda itself uses on behalf of a function. The local cloud checks them at start, as AWS
 * does on deployment.
 */
export interface ExecutionRole {
  /** Checks what every function needs. @throws Error naming what is missing */
  requireForFunction(owner: {
    readonly roleArn: string;
    readonly logGroup: string;
    readonly deadLetterArn?: string;
  }): void;
  /**
   * Checks what reading a source needs, and reporting failed events to a queue. @throws Error naming what is missing
   */
  requireForSource(roleArn: string, sourceArn: string, failureArn?: string): void;
}

const roleName = (arn: string): string => arn.slice(arn.lastIndexOf('/') + 1);

/** Creates the checks for the roles of a cloud. */
export const executionRole = ({ access }: { readonly access: Access }): ExecutionRole => {
  const requireAction = (roleArn: string, action: string, resource: string, purpose: string): void => {
    if (!access.allows(roleArn, action, resource))
      throw new Error(`its role ${roleName(roleArn)} does not allow ${action} on ${resource}, ${purpose}`);
  };
  return {
    requireForFunction({ roleArn, logGroup, deadLetterArn }) {
      if (!access.trusts(roleArn, 'lambda.amazonaws.com'))
        throw new Error(`its role ${roleName(roleArn)} cannot be assumed by Lambda`);
      const stream = `arn:aws:logs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:log-group:${logGroup}:log-stream:local`;
      for (const action of ['CreateLogStream', 'PutLogEvents'])
        requireAction(roleArn, `logs:${action}`, stream, 'which it needs to write logs');
      if (deadLetterArn !== undefined)
        requireAction(roleArn, 'sqs:SendMessage', deadLetterArn, 'its dead-letter queue');
    },
    requireForSource(roleArn, sourceArn, failureArn) {
      const service = sourceArn.startsWith('arn:aws:sqs:') ? 'sqs' : 'dynamodb';
      for (const action of SOURCE_ACTIONS[service])
        requireAction(roleArn, `${service}:${action}`, sourceArn, 'its event source');
      if (failureArn !== undefined) requireAction(roleArn, 'sqs:SendMessage', failureArn, 'its failure destination');
    },
  };
};
