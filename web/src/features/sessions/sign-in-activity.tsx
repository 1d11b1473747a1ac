import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SignInActivity as Activity } from '../../../../lambdas/contract/people/sessions.ts';
import { retentionMonths } from '../../../../lambdas/contract/retention.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { formatZonedTime } from '../../lib/format.ts';
import { formatPlace } from '../../lib/place.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { LoadMore } from '../../ui/layout/lists/load-more.tsx';
import { activityQuery } from './api.ts';
import styles from './sessions.module.css';
import { sessionTexts } from './texts.ts';

const { activity: texts, section } = sessionTexts;

const Entry = ({ entry }: { readonly entry: Activity }) => (
  <li>
    <div className={styles['session']}>
      <strong>{texts.events[entry.event_type]}</strong>
      {!entry.success && <Badge tone="warning">{texts.denied}</Badge>}
      {entry.current && <Badge tone="accent">{section.current}</Badge>}
      <p>
        <time dateTime={entry.created_at}>{formatZonedTime(entry.created_at)}</time>
      </p>
      <p>{entry.device ?? texts.unknownDevice}</p>
      {entry.place && <p>{section.place(formatPlace(entry.place))}</p>}
      {entry.ip_address && <p>{texts.network(entry.ip_address)}</p>}
    </div>
  </li>
);

const Entries = () => {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    activityQuery(useApi()),
  );
  if (!data) return error ? <ErrorState message={texts.failed} onRetry={() => void refetch()} /> : <LoadingState />;
  const entries = data.pages.flatMap(({ items }) => items);
  return (
    <>
      {entries.length > 0 ? (
        <ul className={styles['list']}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      ) : (
        !hasNextPage && <p>{texts.empty}</p>
      )}
      {hasNextPage && (
        <LoadMore
          label={texts.more}
          busyLabel={texts.loadingMore}
          busy={isFetchingNextPage}
          failure={error ? texts.failed : null}
          onMore={() => void fetchNextPage()}
          onScroll={false}
        />
      )}
    </>
  );
};

/** What was recorded of the user's own sign-ins, in the profile. Loaded when it is opened. */
export const SignInActivity = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles['activity']} onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
      <summary>{texts.title}</summary>
      <p className={styles['lead']}>{texts.lead(retentionMonths('security_events'))}</p>
      {isOpen && <Entries />}
    </details>
  );
};
