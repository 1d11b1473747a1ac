import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useEffect, useId, useMemo, useState } from 'react';
import { useApi } from '../../core/api/api-context.tsx';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { NextPage } from '../../ui/layout/next-page.tsx';
import { peopleQuery } from './api.ts';
import { PeopleSkeleton } from './people-skeleton.tsx';
import styles from './people.module.css';
import { PersonDialogs, questionOf, type PersonQuestion } from './person-dialogs.tsx';
import { PersonRow } from './person-row.tsx';
import { peopleTexts as texts } from './texts.ts';
import { useChangePerson } from './use-change-person.ts';
import { useResetFactor } from './use-reset-factor.ts';

/** All users, or those that match a search, page by page, with controls for role and state. */
export const PeopleList = ({ q }: { readonly q: string | null }) => {
  const { me } = useAuth();
  const { show } = useToast();
  const { change, conflict, settle } = useChangePerson();
  const resetFactor = useResetFactor();
  const hintId = useId();
  const [question, setQuestion] = useState<PersonQuestion | null>(null);
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
    // Keeps showing the previous list until the search results have loaded.
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
            onRole={(role) => {
              const asked = questionOf(person, role, person.id === me?.id);
              if (asked) setQuestion(asked);
              else change({ person, role });
            }}
            onState={() => setQuestion({ kind: 'state', person })}
            onReset={() => setQuestion({ kind: 'reset', person })}
          />
        ))}
      </ul>
      <NextPage
        label={texts.loadMore}
        list={{
          hasNextPage: hasNextPage && !isPlaceholderData,
          isFetchingNextPage,
          isFetchNextPageError,
          fetchNextPage,
        }}
        failed={texts.loadMoreFailed}
      />
      <PersonDialogs
        question={question}
        conflict={conflict}
        onChange={change}
        onReset={resetFactor}
        onAnswered={() => setQuestion(null)}
        onConflictSettled={settle}
      />
    </div>
  );
};
