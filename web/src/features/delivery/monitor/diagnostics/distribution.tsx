import { useMutation, useQuery } from '@tanstack/react-query';
import type { EndpointOutput } from '../../../../../../lambdas/contract/endpoint.ts';
import { MINIMUM_DURATIONS } from '../../../../../../lambdas/contract/delivery/monitor-rules.ts';
import type { deliveryMonitorEndpoints } from '../../../../../../lambdas/contract/delivery/monitor.ts';
import { useApi } from '../../../../core/api/api-context.tsx';
import { formatCount } from '../../../../lib/format.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { Badge } from '../../../../ui/feedback/badge.tsx';
import { Notice } from '../../../../ui/feedback/notice.tsx';
import { Progress } from '../../../../ui/feedback/progress.tsx';
import { Facts, type Fact } from '../../../../ui/layout/lists/facts.tsx';
import { statusQuery } from '../api.ts';
import { formatUtc } from '../format.ts';
import { Loaded } from '../loaded.tsx';
import styles from '../monitor.module.css';
import { useAge } from '../use-age.ts';
import { diagnosticsTexts } from './texts.ts';

const texts = diagnosticsTexts.distribution;

type Status = EndpointOutput<(typeof deliveryMonitorEndpoints)['delivery-monitor.check-cdn-status']>;
type Distribution = Status['distribution'];

/** What is known about a change or invalidation that is not complete. */
const openFacts = ({ elapsedMinutes, remainingMinutes, progressPercentage }: Distribution): readonly Fact[] => [
  [
    texts.progress,
    <>
      {texts.progressOf(progressPercentage)}
      <Progress label={texts.progress} value={progressPercentage} />
    </>,
  ],
  [texts.elapsed, texts.minutes(elapsedMinutes)],
  [texts.remaining, texts.atLeast(texts.minutes(remainingMinutes))],
];

const StatusFacts = ({ status: { success, distribution } }: { readonly status: Status }) => {
  const age = useAge();
  const { status, isComplete, domainName, openInvalidations, expectedMinutes, measured, as_of: asOf } = distribution;
  const expected = texts.minutes(expectedMinutes);
  return (
    <>
      {!success && (
        <Notice tone="warning">
          <p>{texts.notAsked}</p>
        </Notice>
      )}
      <p role="status">
        <Badge tone={isComplete ? 'success' : 'warning'}>{texts.states[status]}</Badge>
      </p>
      <Facts
        facts={[
          [texts.domain, domainName],
          ...(isComplete ? [] : openFacts(distribution)),
          [texts.invalidations, formatCount(openInvalidations)],
          [texts.expected, (measured >= MINIMUM_DURATIONS ? texts.median : texts.assumed)(expected, measured)],
          [texts.asOf, texts.asOfValue(formatUtc(asOf), age(asOf))],
        ]}
      />
    </>
  );
};

/** Whether the last change of the distribution is deployed, and which invalidations are open. */
export const DistributionStatus = () => {
  const query = useQuery(statusQuery(useApi()));
  const check = useMutation({ mutationFn: () => query.refetch() });
  return (
    <section className={styles['figure']} aria-labelledby="cdn-status">
      <h2 id="cdn-status">{texts.title}</h2>
      <p>{texts.lead}</p>
      <Loaded query={query} loading={texts.loading} failed={texts.loadFailed}>
        {(status) => (
          <>
            {status === null ? <p>{texts.none}</p> : <StatusFacts status={status} />}
            <div>
              <Button variant="secondary" busy={check.isPending} onClick={() => check.mutate()}>
                {texts.check}
              </Button>
            </div>
          </>
        )}
      </Loaded>
    </section>
  );
};
