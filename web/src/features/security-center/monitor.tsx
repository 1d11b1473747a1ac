import { useQuery } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { MONITOR_EVENTS } from '../../../../lambdas/contract/admin/security-rules.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { MONITOR_KEY, monitorQuery, useSecurityChanges } from './api.ts';
import { EventList } from './event-list.tsx';
import styles from './security-center.module.css';
import { monitorTexts as texts } from './texts.ts';

/** Records that the monitor fails to load: once, until it succeeds again. */
const useFailureReport = (error: Error | null, loaded: boolean): void => {
  const api = useApi();
  const reported = useRef(false);
  const report = useEffectEvent((failure: Error) => {
    const code = failure instanceof ApiError ? failure.code : 'unknown';
    api
      .call('security.log-event', {
        body: { p_event_type: 'monitoring_error', p_resource_id: 'admin', p_metadata: { code } },
      })
      // Probably for the same reason, which the screen shows.
      .catch(() => undefined);
  });
  useEffect(() => {
    if (error === null) {
      // While a first load is repeated, there is neither an error nor data.
      if (loaded) reported.current = false;
    } else if (!reported.current) {
      reported.current = true;
      report(error);
    }
  }, [error, loaded]);
};

/** The last events, as they happen. */
export const Monitor = () => {
  const [paused, setPaused] = useState(false);
  const { isLive, refetchInterval } = useSecurityChanges(MONITOR_KEY, paused);
  const { data, error, refetch } = useQuery({ ...monitorQuery(useApi()), refetchInterval, enabled: !paused });
  useFailureReport(error, data !== undefined);
  if (!data)
    return error ? (
      <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <LoadingState label={texts.loading} />
    );
  const status = isLive ? texts.live : texts.polled;
  const Icon = paused ? Play : Pause;
  return (
    <div className={styles['tab']}>
      <div className={styles['bar']}>
        <div className={styles['head']}>
          <p>{texts.lead(MONITOR_EVENTS)}</p>
          <span role="status">
            <Badge tone={isLive ? 'success' : 'neutral'}>{paused ? texts.paused : status}</Badge>
          </span>
        </div>
        <Button variant="secondary" onClick={() => setPaused(!paused)}>
          <Icon aria-hidden size={16} />
          {paused ? texts.resume : texts.pause}
        </Button>
      </div>
      {error && (
        <Notice tone="warning">
          <p>{texts.stale}</p>
        </Notice>
      )}
      {data.length === 0 ? <EmptyState message={texts.empty} /> : <EventList label={texts.list} events={data} />}
    </div>
  );
};
