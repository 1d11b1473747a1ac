import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { SafetyDeps } from './deps.ts';
import { currentPolicy } from './policy-view.ts';

/** Returns the current policy, and how far the catalog is evaluated by it. */
export const getPolicy = (deps: SafetyDeps) =>
  route(endpoints['safety.get-policy'], async () => ({
    status: 200,
    body: await currentPolicy(deps, await deps.policies.read()),
  }));
