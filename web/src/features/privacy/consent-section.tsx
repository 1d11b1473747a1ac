import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { purposeTitle } from '../../../../lambdas/contract/people/consent-notice.ts';
import type { ConsentRecord, Purpose } from '../../../../lambdas/contract/people/consent.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { formatMoment } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { LoadMore } from '../../ui/layout/lists/load-more.tsx';
import { consentHistoryQuery, showDecision } from './consent-api.ts';
import { ConsentDialog } from './consent-dialog.tsx';
import styles from './consent-section.module.css';
import { consentTexts as texts } from './consent-texts.ts';
import { NoticeText } from './notice-text.tsx';

const namesOf = (allowed: readonly Purpose[]): string =>
  allowed.length === 0 ? texts.onlyEssential : allowed.map((purpose) => purposeTitle(purpose)).join(', ');

const Entry = ({ entry }: { readonly entry: ConsentRecord }) => (
  <li>
    <p>
      {texts.events[entry.event]}, <time dateTime={entry.recorded_at}>{formatMoment(entry.recorded_at)}</time>
    </p>
    <p>{namesOf(entry.purposes)}</p>
    {entry.notice_hash !== null && <NoticeText version={entry.notice_version} hash={entry.notice_hash} />}
  </li>
);

const Decisions = () => {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    consentHistoryQuery(useApi()),
  );
  if (!data)
    return error ? <ErrorState message={texts.historyFailed} onRetry={() => void refetch()} /> : <LoadingState />;
  return (
    <>
      <ul>
        {data.pages
          .flatMap(({ items }) => items)
          .map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
      </ul>
      {hasNextPage && (
        <LoadMore
          label={texts.more}
          busyLabel={texts.loadingMore}
          busy={isFetchingNextPage}
          failure={error ? texts.historyFailed : null}
          onMore={() => void fetchNextPage()}
          onScroll={false}
        />
      )}
    </>
  );
};

/** What the user allows, with every decision that they made. */
export const ConsentSection = () => {
  const api = useApi();
  const queries = useQueryClient();
  const { me } = useAuth();
  const { show } = useToast();
  const [isChanging, setIsChanging] = useState(false);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const withdraw = useMutation({
    mutationFn: () => api.call('privacy.withdraw-consent', {}),
    onSuccess: async (saved) => {
      show({ title: texts.savedTitle, description: texts.withdrawnText });
      await showDecision(api, queries, saved);
    },
    onError: () => show({ title: texts.failedTitle, description: texts.failedText, variant: 'destructive' }),
  });
  const consent = me?.consent ?? null;
  return (
    <section className={styles['section']} aria-labelledby="privacy-heading">
      <h3 id="privacy-heading">{texts.section}</h3>
      {consent === null && <p>{texts.undecided}</p>}
      {consent?.length === 0 && <p>{texts.allowedNothing}</p>}
      {consent !== null && consent.length > 0 && (
        <p>
          {texts.allowed} {namesOf(consent)}
        </p>
      )}
      <div className={styles['actions']}>
        <Button variant="secondary" onClick={() => setIsChanging(true)}>
          {texts.change}
        </Button>
        {consent !== null && consent.length > 0 && (
          <Button variant="secondary" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {withdraw.isPending ? texts.withdrawing : texts.withdraw}
          </Button>
        )}
      </div>
      {consent !== null && (
        <details className={styles['history']} onToggle={({ currentTarget: { open } }) => setIsHistoryOpen(open)}>
          <summary>{texts.history}</summary>
          {isHistoryOpen && <Decisions />}
        </details>
      )}
      {isChanging && <ConsentDialog onClose={() => setIsChanging(false)} />}
    </section>
  );
};
