import { useInfiniteQuery } from '@tanstack/react-query';
import type { SettingsView } from '../../../../lambdas/contract/admin/settings.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { formatMoment } from '../../lib/format.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { Facts } from '../../ui/layout/lists/facts.tsx';
import { NextPage } from '../../ui/layout/lists/next-page.tsx';
import { versionsQuery } from './api.ts';
import { differingFields, settingLabels, shownValue, valuesOf } from './rules.ts';
import styles from './settings.module.css';
import { settingsTexts as texts } from './texts.ts';

const Version = ({
  version,
  before,
}: {
  readonly version: SettingsView;
  readonly before: SettingsView | undefined;
}) => {
  const values = valuesOf(version);
  const previous = before && valuesOf(before);
  const changed = previous
    ? differingFields(values, previous)
    : (Object.keys(settingLabels) as (keyof typeof settingLabels)[]);
  return (
    <li className={styles['version']}>
      <p className={styles['versionHead']}>
        <strong>{texts.version(version.version)}</strong>
        <span>
          {version.updated_by_name ?? texts.unknownPerson}
          {version.updated_at !== null && `, ${formatMoment(version.updated_at)}`}
        </span>
      </p>
      <div className={styles['changes']}>
        <Facts
          facts={changed.map((field) => [
            settingLabels[field],
            <>
              {previous && (
                <>
                  <del>{shownValue(previous[field])}</del>{' '}
                </>
              )}
              <ins>{shownValue(values[field])}</ins>
            </>,
          ])}
        />
      </div>
    </li>
  );
};

/** The history of the settings: who changed what, and when. */
export const SettingsVersions = () => {
  const list = useInfiniteQuery(versionsQuery(useApi()));
  const { data, error, refetch, hasNextPage } = list;
  if (error !== null && !data) return <ErrorState message={texts.historyFailed} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={texts.loading} />;
  const versions = data.pages.flatMap(({ items }) => items);
  if (versions.length === 0) return <EmptyState message={texts.historyEmpty} />;
  // The changes of the oldest loaded version are unknown until the version before it is loaded.
  const shown = hasNextPage ? versions.slice(0, -1) : versions;
  return (
    <>
      <ol className={styles['versions']} reversed aria-label={texts.history}>
        {shown.map((version, index) => (
          <Version key={version.version} version={version} before={versions[index + 1]} />
        ))}
      </ol>
      <NextPage label={texts.loadMore} list={list} failed={texts.loadMoreFailed} />
    </>
  );
};
