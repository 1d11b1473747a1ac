import { useInfiniteQuery } from '@tanstack/react-query';
import type { PlanHistoryEntry } from '../../../../lambdas/contract/admin/billing.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { formatZonedTime } from '../../lib/format.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { NextPage } from '../../ui/layout/lists/next-page.tsx';
import { planHistoryQuery } from './api.ts';
import styles from './person-plans.module.css';
import { causeText, historyTitle, personPlanTexts } from './texts.ts';

const texts = personPlanTexts.history;

const Entry = ({ entry }: { readonly entry: PlanHistoryEntry }) => {
  const cause = causeText(entry);
  const by = entry.by && texts.by(entry.by.name ?? personPlanTexts.complimentary.deletedGiver);
  return (
    <li className={styles['entry']}>
      <div className={styles['what']}>
        <strong>{historyTitle(entry)}</strong>
        {entry.source !== null && <Badge tone="outline">{personPlanTexts.sources[entry.source]}</Badge>}
      </div>
      <time dateTime={entry.at}>{formatZonedTime(entry.at)}</time>
      {(cause ?? by) && <p className={styles['cause']}>{[cause, by].filter(Boolean).join(' ')}</p>}
    </li>
  );
};

/** What happened to a user's plan, newest first. */
export const PlanHistory = ({ id }: { readonly id: string }) => {
  const list = useInfiniteQuery(planHistoryQuery(useApi(), id));
  const { data, error, refetch } = list;
  const entries = data?.pages.flatMap(({ items }) => items);
  return (
    <section className={styles['section']} aria-labelledby="plan-history">
      <h2 id="plan-history">{texts.title}</h2>
      {error !== null && !data && <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />}
      {error === null && !data && <LoadingState label={texts.loading} />}
      {entries?.length === 0 && !list.hasNextPage && <p className={styles['quiet']}>{texts.empty}</p>}
      {entries && entries.length > 0 && (
        <ol className={styles['list']} aria-label={texts.list}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <NextPage list={list} label={texts.more} failed={texts.moreFailed} />
    </section>
  );
};
