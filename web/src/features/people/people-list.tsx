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
import { NextPage } from '../../ui/layout/lists/next-page.tsx';
import { peopleQuery, type PeopleFilter } from './api.ts';
import { PeopleSkeleton } from './people-skeleton.tsx';
import styles from './people.module.css';
import { PersonDialogs, questionOf, type PersonQuestion } from './person-dialogs.tsx';
import { PersonRow } from './person-row.tsx';
import { peopleTexts as texts } from './texts.ts';
import { useChangePerson } from './use-change-person.ts';
import { useHold } from './use-hold.ts';
import { useResetFactor } from './use-reset-factor.ts';
import { useSendReset } from './use-send-reset.ts';

/** What an empty list says. */
const emptyText = ({ q, role, plan }: PeopleFilter): string => {
  if (role !== null || plan !== null) return texts.filters.none;
  return q === null ? texts.empty : texts.search.none;
};

/** The users of a filter, page by page, with controls for role and state. */
export const PeopleList = ({ filter }: { readonly filter: PeopleFilter }) => {
  const { me } = useAuth();
  const { show } = useToast();
  const { change, conflict, settle } = useChangePerson();
  const setHold = useHold();
  const resetFactor = useResetFactor();
  const sendReset = useSendReset();
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
    ...peopleQuery(useApi(), filter),
    // Keeps showing the previous list until the search results have loaded.
    placeholderData: keepPreviousData,
  });
  const people = useMemo(() => data?.pages.flatMap(({ items }) => items), [data]);
  const failed = error !== null && !data;

  useEffect(() => {
    if (failed) show({ title: texts.toasts.error, description: texts.toasts.loadFailed, variant: 'destructive' });
  }, [failed, show]);

  // With a rare filter, the server returns a page before it finds anyone.
  const continues =
    hasNextPage && !isPlaceholderData && !isFetchNextPageError && data?.pages.at(-1)?.items.length === 0;
  useEffect(() => {
    // `data` changes with each page, even when React renders the start and the end of a request together.
    if (continues && !isFetching && data) void fetchNextPage();
  }, [continues, isFetching, data, fetchNextPage]);

  if (failed && !isFetching) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!people || (people.length === 0 && continues)) return <PeopleSkeleton />;
  if (people.length === 0 && !hasNextPage)
    return <EmptyState message={emptyText(filter)} icon={<Users aria-hidden size={36} />} />;
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
            onHold={() => setQuestion({ kind: 'hold', person })}
            onReset={() => setQuestion({ kind: 'reset', person })}
            onPassword={() => setQuestion({ kind: 'password', person })}
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
        onHold={setHold}
        onReset={resetFactor}
        onSendReset={sendReset}
        onAnswered={() => setQuestion(null)}
        onConflictSettled={settle}
      />
    </div>
  );
};
