import { endpoints } from '../../contract/index.ts';
import { initialPolicy } from '../../domain/safety/policy.ts';
import { route } from '../../http/route.ts';
import type { SafetyDeps } from './deps.ts';
import { policyViews } from './policy-view.ts';

/** Lists the versions of the policy, newest first. The last page ends with the policy before the first one. */
export const listPolicyVersions = ({ policies, profiles }: SafetyDeps) =>
  route(endpoints['safety.list-policy-versions'], async ({ query: { cursor, limit } }) => {
    const { items, next_cursor } = await policies.listVersions({ cursor, limit });
    const versions = next_cursor === null ? [...items, initialPolicy] : items;
    return { status: 200, body: { items: await policyViews(profiles, versions), next_cursor } };
  });
