import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../../core/api/api-context.tsx';
import { formatZonedTime } from '../../../../lib/format.ts';
import { ErrorState } from '../../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../../ui/feedback/loading-state.tsx';
import { Notice } from '../../../../ui/feedback/notice.tsx';
import { cdnOverviewQuery } from '../api.ts';
import { Panel } from '../panel.tsx';
import styles from '../panels.module.css';
import { Health } from './health.tsx';
import { Optimizer } from './optimizer.tsx';
import { CdnPhases } from './phases.tsx';
import { aiCdnTexts as texts } from './texts.ts';

/** AI CDN Management: the health score, the phases by evidence, and the optimizer. */
export const AiCdnManagement = () => {
  const { data, error, refetch } = useQuery(cdnOverviewQuery(useApi()));
  const failed =
    data?.sources.flatMap(({ source, failed_since: since, as_of: asOf }) =>
      since === null ? [] : [{ source, since, describe: asOf === null ? texts.failedAlways : texts.failedSince }],
    ) ?? [];
  return (
    <Panel title={texts.title} lead={texts.lead}>
      {!data && error !== null && <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />}
      {!data && error === null && <LoadingState label={texts.loading} />}
      {data && (
        <>
          <p className={styles['quiet']}>
            {data.checked_at === null ? texts.neverChecked : texts.checked(formatZonedTime(data.checked_at))}
          </p>
          {(error !== null || failed.length > 0) && (
            <Notice tone="warning">
              {error !== null && <p>{texts.outdated}</p>}
              {failed.map(({ source, since, describe }) => (
                <p key={source}>{describe(texts.sources[source], formatZonedTime(since))}</p>
              ))}
            </Notice>
          )}
          <Health overview={data} />
          <CdnPhases phases={data.phases} />
          <Optimizer overview={data} />
        </>
      )}
    </Panel>
  );
};
