import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useEffect, useId, useMemo, useState } from 'react';
import type { PersonView } from '../../../../lambdas/contract/people/people.ts';
import type { Role } from '../../../../lambdas/contract/shared.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx';
import { peopleQuery } from './api.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import styles from './people.module.css';
import { PersonRow } from './person-row.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { peopleTexts as texts } from './texts.ts';
import { useChangePerson } from './use-change-person.ts';

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Rows that are on their way, of the size of real ones. */
const PeopleSkeleton = () => (
  <>
    <VisuallyHidden>
      <p role="status">{texts.loading}</p>
    </VisuallyHidden>
    <ul className={styles['list']} aria-hidden>
      {SKELETON_ROWS.map((name) => (
        <li key={name} className={styles['row']}>
          <Skeleton width="2.75rem" height="2.75rem" round />
          <div className={styles['about']}>
            <Skeleton width="45%" height="1.4375rem" />
            <Skeleton width="65%" height="1.3125rem" />
          </div>
          <div className={styles['facts']}>
            <Skeleton width="4rem" height="1.625rem" />
            <Skeleton width="12rem" height="1.5rem" />
          </div>
          <div className={styles['controls']}>
            <Skeleton width="9rem" height="2.75rem" />
            <Skeleton width="7rem" height="2.625rem" />
          </div>
        </li>
      ))}
    </ul>
  </>
);

/** Everybody, or those who are called so, page by page, with role and state to change. */
export const PeopleList = ({ q }: { readonly q: string | null }) => {
  const { me } = useAuth();
  const { show } = useToast();
  const { change, conflict, settle } = useChangePerson();
  const hintId = useId();
  const [doubted, setDoubted] = useState<PersonView | null>(null);
  /** The reader's own role, before it is changed. */
  const [ownRole, setOwnRole] = useState<{ readonly person: PersonView; readonly role: Role } | null>(null);
  const {
    data,
    error,
    refetch,
    isFetching,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    isRefetchError,
    isPlaceholderData,
  } = useInfiniteQuery({
    ...peopleQuery(useApi(), q),
    // Who was shown stays until what is searched for is there.
    placeholderData: keepPreviousData,
  });
  const people = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  const failed = error !== null && !data;

  useEffect(() => {
    if (failed) show({ title: texts.toasts.error, description: texts.toasts.loadFailed, variant: 'destructive' });
  }, [failed, show]);

  if (failed && !isFetching) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!people) return <PeopleSkeleton />;
  if (people.length === 0 && !hasNextPage)
    return <EmptyState message={q === null ? texts.empty : texts.search.none} icon={<Users aria-hidden size={36} />} />;
  return (
    <div className={styles['people']}>
      {isRefetchError && (
        <Notice tone="danger" alert>
          <p>{texts.toasts.rolesFailed}</p>
          <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        </Notice>
      )}
      <p id={hintId} hidden>
        {texts.roleHint}
      </p>
      <ul className={styles['list']} aria-label={texts.list} aria-busy={isPlaceholderData}>
        {people.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            isSelf={person.id === me?.id}
            hintId={hintId}
            onRole={(role) => (person.id === me?.id ? setOwnRole({ person, role }) : change({ person, role }))}
            onState={() => setDoubted(person)}
          />
        ))}
      </ul>
      {isFetchNextPageError && (
        <Notice tone="danger" alert>
          <p>{texts.loadMoreFailed}</p>
        </Notice>
      )}
      {hasNextPage && !isPlaceholderData && (
        <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.loadMore}
        </Button>
      )}
      {doubted && (
        <ReasonDialog
          person={doubted}
          onClose={() => setDoubted(null)}
          onConfirm={(reason) => {
            change({ person: doubted, disabled: !doubted.disabled, reason });
            setDoubted(null);
          }}
        />
      )}
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          onLeave={settle}
          onKeep={() => {
            change({ ...conflict.change, person: conflict.now });
            settle();
          }}
        />
      )}
      <ConfirmDialog
        open={ownRole !== null}
        onOpenChange={() => setOwnRole(null)}
        title={texts.ownRole.title}
        description={texts.ownRole.text(ownRole?.role ?? 'user')}
        action={texts.ownRole.action}
        dangerous
        onConfirm={() => {
          if (ownRole) change(ownRole);
          setOwnRole(null);
        }}
      />
    </div>
  );
};
