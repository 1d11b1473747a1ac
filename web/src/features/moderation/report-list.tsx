import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../core/api/api-context.tsx';
import { reportReasons } from '../../core/reports/report-reasons.ts';
import { formatLongDate } from '../../lib/format.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { NextPage } from '../../ui/layout/lists/next-page.tsx';
import { reportsQuery } from './api.ts';
import styles from './moderation.module.css';
import { moderationTexts as texts } from './texts.ts';

/** The open reports of a playlist. No one sees who sent them. */
export const ReportList = ({ id, title }: { readonly id: string; readonly title: string }) => {
  const list = useInfiniteQuery(reportsQuery(useApi(), id));
  const { data, error, refetch } = list;
  if (error && !data) return <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={texts.loading} />;
  return (
    <>
      <ul className={styles['reports']} aria-label={texts.reportsOf(title)}>
        {data.pages
          .flatMap(({ items }) => items)
          .map(({ reason, text, reported_at: at }, index) => (
            // Reports have no ID, which could reveal their senders. The list is only replaced as a whole.
            <li key={index} className={styles['report']}>
              <p className={styles['facts']}>
                {reportReasons[reason]} · <time dateTime={at}>{formatLongDate(at)}</time>
              </p>
              <p className={text === '' ? styles['facts'] : styles['text']}>{text || texts.noText}</p>
            </li>
          ))}
      </ul>
      <NextPage label={texts.loadMore} list={list} failed={texts.loadMoreFailed} />
    </>
  );
};
