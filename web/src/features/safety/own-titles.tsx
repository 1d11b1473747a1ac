import { useInfiniteQuery } from '@tanstack/react-query';
import { Film } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { OwnTitle } from '../../../../lambdas/contract/admin/safety-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { paths } from '../../core/paths.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { statusNames, statusTones } from '../../ui/feedback/statuses.ts';
import { NextPage } from '../../ui/layout/lists/next-page.tsx';
import { ownTitlesQuery } from './api.ts';
import { SafetyBadge } from './safety-badge.tsx';
import { SafetyNoticeSection } from './safety-notice.tsx';
import styles from './safety.module.css';
import { safetyTexts } from './texts.ts';

const texts = safetyTexts.own;

interface RowProps {
  readonly own: OwnTitle;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

const Row = ({ own: { content_id: id, title, status, verdict, decision }, isOpen, onToggle }: RowProps) => (
  <li className={styles['row']}>
    <button type="button" className={styles['opener']} aria-expanded={isOpen} onClick={onToggle}>
      <strong>{title}</strong>
      <span className={styles['badges']}>
        <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>
        <SafetyBadge verdict={verdict} decision={decision} />
      </span>
    </button>
    <Link to={paths.ownStatisticsOf(id)} className={styles['statistics']}>
      {texts.statistics(title)}
    </Link>
    {isOpen && <SafetyNoticeSection contentId={id} level={2} />}
  </li>
);

/** The titles of the user's creators, each with what the analysis found in it. */
export const OwnTitles = () => {
  const list = useInfiniteQuery(ownTitlesQuery(useApi()));
  const [open, setOpen] = useState<string | null>(null);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.error && !list.data) return <ErrorState message={texts.loadFailed} onRetry={() => void list.refetch()} />;
  if (!list.data) return <LoadingState label={texts.loading} />;
  if (items.length === 0 && !list.hasNextPage)
    return <EmptyState message={texts.none} icon={<Film aria-hidden size={32} />} />;
  return (
    <>
      <ul className={styles['list']} aria-label={texts.list}>
        {items.map((own) => (
          <Row
            key={own.content_id}
            own={own}
            isOpen={own.content_id === open}
            onToggle={() => setOpen(own.content_id === open ? null : own.content_id)}
          />
        ))}
      </ul>
      <NextPage list={list} label={safetyTexts.loadMore} failed={safetyTexts.loadMoreFailed} />
    </>
  );
};
