import { useInfiniteQuery } from '@tanstack/react-query';
import type { SecurityEventView } from '../../../../lambdas/contract/admin/security-events.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { eventName } from '../../core/security/texts.ts';
import { formatZonedTime } from '../../lib/format.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { LoadMore } from '../../ui/layout/lists/load-more.tsx';
import { ownEventsQuery } from './api.ts';
import styles from './security.module.css';
import { securityTexts } from './texts.ts';

const texts = securityTexts.events;

const EventItem = ({ event }: { readonly event: SecurityEventView }) => (
  <li>
    <div className={styles['about']}>
      <p className={styles['event']}>
        <strong>{eventName(event.event_type)}</strong>
        {!event.success && <Badge tone="warning">{texts.failed}</Badge>}
      </p>
      <p className={styles['note']}>
        <time dateTime={event.created_at}>{formatZonedTime(event.created_at)}</time>
      </p>
      {event.ip_address !== null && <p className={styles['note']}>{texts.network(event.ip_address)}</p>}
      {event.source === 'browser' && <p className={styles['note']}>{texts.browser}</p>}
    </div>
  </li>
);

/** The user's own security events, newest first. Older ones load on demand. */
export const OwnEvents = () => {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    ownEventsQuery(useApi()),
  );
  if (!data) return error ? <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} /> : <LoadingState />;
  const events = data.pages.flatMap(({ items }) => items);
  return (
    <>
      {events.length > 0 ? (
        <ul className={styles['factors']} aria-label={texts.title}>
          {events.map((event) => (
            <EventItem key={event.id} event={event} />
          ))}
        </ul>
      ) : (
        !hasNextPage && <p>{texts.empty}</p>
      )}
      {hasNextPage && (
        <LoadMore
          label={texts.older}
          busyLabel={texts.loadingOlder}
          busy={isFetchingNextPage}
          failure={error ? texts.loadFailed : null}
          onMore={() => void fetchNextPage()}
          onScroll={false}
        />
      )}
    </>
  );
};
