import type { SafetyEvaluation, SafetyPolicyView } from '../../contract/admin/safety-shapes.ts';
import type { ProfileNames } from '../../data/people/profile-names.ts';
import type { PolicyVersion } from '../../domain/safety/policy.ts';
import type { SafetyDeps } from './deps.ts';

/** Adds the names of the authors to versions of the policy. */
export const policyViews = async (
  profiles: ProfileNames,
  versions: readonly PolicyVersion[],
): Promise<SafetyPolicyView[]> => {
  const names = await profiles.namesOf(versions.flatMap(({ updated_by: id }) => id ?? []));
  return versions.map((version) => ({
    ...version,
    rules: { ...version.rules },
    updated_by_name: (version.updated_by !== null && names.get(version.updated_by)) || null,
  }));
};

/** A policy as the API returns it, with the progress of its evaluation. */
export const currentPolicy = async (
  { profiles, evaluations }: Pick<SafetyDeps, 'profiles' | 'evaluations'>,
  current: PolicyVersion,
): Promise<{ policy: SafetyPolicyView; evaluation: SafetyEvaluation | null }> => {
  const [views, progress] = await Promise.all([policyViews(profiles, [current]), evaluations.read()]);
  const [policy] = views;
  if (!policy) throw new Error('A policy has no view');
  const isCurrent = progress?.policy_version === current.version;
  return {
    policy,
    evaluation: isCurrent ? { ...progress, finished_at: progress.finished_at ?? null } : null,
  };
};
