import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { policyProblems, type PolicyVersion, type SafetyPolicy } from '../../domain/safety/policy.ts';
import { route } from '../../http/route.ts';
import type { SafetyDeps } from './deps.ts';
import { currentPolicy } from './policy-view.ts';

const same = ({ rules }: PolicyVersion, other: SafetyPolicy): boolean =>
  Object.entries(rules).every(([category, rule]) =>
    Object.entries(rule).every(([name, value]) => (other as never)[category]?.[name] === value),
  );

/**
 * Creates the next version of the policy, and requests that the catalog is evaluated by it. Repeating a request whose
 * response was lost returns the version that it created, and requests the evaluation again.
 */
export const updatePolicy = (deps: SafetyDeps) =>
  route(endpoints['safety.update-policy'], async ({ body: { version, rules }, actor, requestId }) => {
    const problems = policyProblems(rules);
    if (problems.length > 0) throw new AppError('validation_failed', problems[0]?.message, problems);
    const before = await deps.policies.read();
    const isOurs = before.version === version + 1 && before.updated_by === actor.userId && same(before, rules);
    if (before.version !== version && !isOurs) throw new AppError('version_conflict');
    // An update without changes creates no version.
    if (!isOurs && version > 0 && same(before, rules)) return { status: 200, body: await currentPolicy(deps, before) };
    const saved = isOurs ? before : await deps.policies.save(before, rules, { actor, requestId }, deps.now());
    await deps.events.publish('SafetyPolicyChanged.v1', { policyVersion: saved.version, page: 0 });
    return { status: 200, body: await currentPolicy(deps, saved) };
  });
