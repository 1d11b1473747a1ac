import type { RunningCloud } from '../../../infra/local/boot.ts';
import { evaluate, readStatements } from '../../../infra/local/iam/evaluator.ts';
import { partitionOwners, testStageOwners } from './partition-owners.ts';
import type { OpenCloud } from './running-cloud.ts';

const ACTIONS = ['PutItem', 'UpdateItem', 'DeleteItem'] as const;

/** Every partition that some function owns, as the pattern of its keys. */
const patterns = [
  ...new Set(Object.values(partitionOwners).flatMap((owned) => owned.map((one) => one.split(': ')[0] ?? ''))),
].sort();

/** Where a wrong grant is worst: each function that does not own it tries to write there. */
const CRITICAL = 'RIGHTS#*';

/** The patterns that a function does not own entirely, by the list of owners. */
const notOwned = (folder: string): readonly string[] => {
  const owned = [...(partitionOwners[folder] ?? []), ...(testStageOwners[folder] ?? [])];
  return patterns.filter((pattern) => !owned.includes(pattern));
};

/**
 * Compares the role of every function with the list of owners: its policies must allow no write of a partition that it
 * does not own. Of these writes, it sends some with the role: those of rights, and of one partition that differs from
 * function to function. Returns the writes that a policy allows or that succeeded. Throws for an error other than
 * denied access.
 */
export const tryForbiddenWrites = async (
  cloud: RunningCloud,
  open: OpenCloud,
  isChecked: (folder: string) => boolean = () => true,
) => {
  const table = `arn:aws:dynamodb:us-east-1:000000000000:table/${open.variable('account', 'TABLE_NAME')}`;
  const allowed: string[] = [];
  const written: string[] = [];
  let [evaluated, tried, functions] = [0, 0, 0];
  for (const { folder, roleArn = '' } of cloud.functions.list()) {
    if (!isChecked(folder)) continue;
    functions += 1;
    const statements = readStatements(cloud.roles.documents(roleArn));
    const forbidden = notOwned(folder);
    const role = open.asRole(roleArn);
    for (const action of ACTIONS) {
      for (const pattern of forbidden) {
        evaluated += 1;
        const values: Readonly<Record<string, readonly string[]>> = {
          'dynamodb:leadingkeys': [pattern.replaceAll('*', 'x')],
          'dynamodb:attributes': ['pk', 'sk', 'role'],
        };
        const request = { action: `dynamodb:${action}`, resource: table, context: (name: string) => values[name] };
        const decision = evaluate(statements, request);
        if (decision === 'allowed') allowed.push(`${folder}: ${action} in ${pattern}`);
      }
      const another = forbidden[functions % forbidden.length] ?? '';
      for (const pattern of new Set([...forbidden.filter((one) => one === CRITICAL), another])) {
        tried += 1;
        const key = { pk: pattern.replaceAll('*', 'x'), sk: `FORBIDDEN#${folder}#${action}` };
        const error = await role.write(action, key).then(
          () => undefined,
          (reason: Error) => reason,
        );
        if (error && error.name !== 'AccessDeniedException') throw error;
        if (!error || (await open.read(key))) written.push(`${folder}: ${action} in ${pattern}`);
      }
    }
    role.close();
  }
  console.log(
    `${functions} functions: ${evaluated} forbidden writes evaluated, ${tried} tried, ${written.length} succeeded`,
  );
  return { functions, tried, allowed, written };
};

/**
 * The same for a function that talks to Stripe, after its role got what a grant of rights in addition to the plan would
 * add: a control that must find something.
 */
export const tryWidenedGrant = (cloud: RunningCloud, open: OpenCloud) => {
  const folder = 'billing-sync';
  const roleName = String(cloud.functions.find(folder)?.roleArn?.split('/').at(-1));
  const Condition = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['PLAN#*', 'RIGHTS#*'] } };
  const Statement = { Effect: 'Allow', Action: 'dynamodb:UpdateItem', Resource: '*', Condition };
  cloud.roles.attach(roleName, { Statement });
  return tryForbiddenWrites(cloud, open, (one) => one === folder);
};
