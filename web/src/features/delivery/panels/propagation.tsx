import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../core/api/api-context.tsx';
import { formatCount, formatZonedTime } from '../../../lib/format.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { cdnSettingsQuery, cdnStatusQuery } from './api.ts';
import styles from './panels.module.css';
import { Facts } from '../../../ui/layout/lists/facts.tsx';
import { Panel } from './panel.tsx';
import type { PropagationState } from './shapes.ts';
import { cloudFrontTexts, propagationTexts as texts } from './texts.ts';

const minutes = (count: number): string => texts.minutes(formatCount(count), count === 1);

const State = ({
  state: { success, distribution },
  hasFailed,
}: {
  readonly state: PropagationState;
  /** The last look failed, so the state is that of the look before it. */
  readonly hasFailed: boolean;
}) => {
  const { status, progressPercentage: percent, as_of: at } = distribution;
  const time = formatZonedTime(at);
  return (
    <>
      {(hasFailed || !success) && (
        <Notice tone="warning" title={texts.outdated}>
          <p>{texts.outdatedText(time)}</p>
        </Notice>
      )}
      <div className={styles['head']}>
        <Badge tone={status === 'Deployed' ? 'success' : 'accent'}>{texts.states[status]}</Badge>
      </div>
      <div className={styles['progress']}>
        <Progress label={texts.progress} value={percent} />
        <span>{texts.percent(formatCount(percent))}</span>
      </div>
      <Facts
        facts={[
          [cloudFrontTexts.domain, distribution.domainName],
          ...(distribution.isComplete
            ? []
            : [
                [texts.elapsed, minutes(distribution.elapsedMinutes)] as const,
                [texts.remaining, minutes(distribution.remainingMinutes)] as const,
              ]),
          [texts.invalidations, formatCount(distribution.openInvalidations)],
          [
            texts.expected,
            texts.expectedText(minutes(distribution.expectedMinutes), formatCount(distribution.measured)),
          ],
          [texts.asOf, time],
        ]}
      />
    </>
  );
};

const OfDistribution = ({ id }: { readonly id: string }) => {
  const { data, error, refetch } = useQuery(cdnStatusQuery(useApi(), id));
  if (data) return <State state={data} hasFailed={error !== null} />;
  return error ? (
    <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />
  ) : (
    <LoadingState label={texts.loading} />
  );
};

/** CDN Propagation Status: how far changes and invalidations of the distribution are. */
export const Propagation = () => {
  const { data, error, refetch } = useQuery(cdnSettingsQuery(useApi()));
  const settings = data?.settings;
  return (
    <Panel title={texts.title} lead={texts.lead}>
      {!data && error !== null && <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />}
      {!data && error === null && <LoadingState label={texts.loading} />}
      {settings === null && <p>{cloudFrontTexts.noSettings}</p>}
      {settings && <OfDistribution id={settings.distribution_id} />}
    </Panel>
  );
};
