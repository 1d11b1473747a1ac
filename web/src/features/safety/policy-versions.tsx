import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { SafetyPolicyView } from '../../../../lambdas/contract/admin/safety-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { formatMoment } from '../../lib/format.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { NextPage } from '../../ui/layout/lists/next-page.tsx';
import { policyVersionsQuery } from './api.ts';
import { policyChanges } from './policy-changes.ts';
import styles from './safety.module.css';
import { safetyTexts } from './texts.ts';

const texts = safetyTexts.policy;

interface VersionProps {
  readonly policy: SafetyPolicyView;
  /** The version before; undefined for the first one, and while it is not loaded. */
  readonly before: SafetyPolicyView | undefined;
}

const Version = ({ policy: { version, rules, updated_at: at, updated_by_name: by }, before }: VersionProps) => (
  <li className={styles['version']}>
    <strong>{texts.version(version)}</strong>
    <p className={styles['facts']}>
      {at === null ? texts.initial : texts.savedBy(by ?? safetyTexts.unknownPerson, formatMoment(at))}
    </p>
    {before && (
      <ul className={styles['changes']}>
        {policyChanges(before.rules, rules).map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    )}
  </li>
);

/** The versions of the policy, newest first: who saved them, when, and what they changed. */
export const PolicyVersions = () => {
  const id = useId();
  const list = useInfiniteQuery(policyVersionsQuery(useApi()));
  const versions = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section className={styles['versions']} aria-labelledby={id}>
      <h2 id={id}>{texts.versions}</h2>
      {list.error !== null && !list.data && (
        <ErrorState message={texts.versionsFailed} onRetry={() => void list.refetch()} />
      )}
      {list.error === null && !list.data && <LoadingState label={texts.loadingVersions} />}
      {list.data && (
        <ol className={styles['list']} aria-labelledby={id}>
          {versions.map((policy, index) => (
            <Version key={policy.version} policy={policy} before={versions[index + 1]} />
          ))}
        </ol>
      )}
      <NextPage list={list} label={safetyTexts.loadMore} failed={safetyTexts.loadMoreFailed} />
    </section>
  );
};
