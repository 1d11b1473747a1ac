import type { RunningCloud } from '../../../infra/local/boot.ts';
import { evaluate, readStatements } from '../../../infra/local/iam/evaluator.ts';
import type { OpenCloud } from './running-cloud.ts';

/** Partitions of several features. Every function may write at most a few of them. */
const PARTITIONS = ['RIGHTS#x', 'SETTINGS', 'USER#x', 'CONTENT#x', 'AUDIT_SEAL#2026-11', 'CATEGORY', 'JOB#x'];

/**
 * Sends real writes with the role of every function that can write at all: each of its actions in two partitions that
 * its policies do not name. Returns the writes that succeeded. Throws for an error other than denied access.
 */
export const tryForbiddenWrites = async (cloud: RunningCloud, open: OpenCloud) => {
  const table = `arn:aws:dynamodb:us-east-1:000000000000:table/${open.variable('account', 'TABLE_NAME')}`;
  const allows = (arn: string, action: string, pk: string): boolean =>
    evaluate(readStatements(cloud.roles.documents(arn)), {
      action: `dynamodb:${action}`,
      resource: table,
      context: (name) => (name === 'dynamodb:leadingkeys' ? [pk] : undefined),
    }) === 'allowed';
  const written: string[] = [];
  let [functions, tried] = [0, 0];
  for (const { name, roleArn = '' } of cloud.functions.list()) {
    const policies = JSON.stringify(cloud.roles.documents(roleArn));
    const actions = (['PutItem', 'UpdateItem', 'DeleteItem'] as const).filter((action) =>
      policies.includes(`dynamodb:${action}`),
    );
    if (actions.length > 0) functions += 1;
    for (const action of actions)
      for (const pk of PARTITIONS.filter((one) => !allows(roleArn, action, one)).slice(0, 2)) {
        tried += 1;
        const key = { pk, sk: `FORBIDDEN#${name}#${action}` };
        const error = await open.writeAs(roleArn, action, key).then(
          () => undefined,
          (reason: Error) => reason,
        );
        if (error && error.name !== 'AccessDeniedException') throw error;
        if (!error || (await open.read(key))) written.push(`${name}: ${action} in ${pk}`);
      }
  }
  return { functions, tried, written };
};
