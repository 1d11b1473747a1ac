import { Film, Library, Music, Users, type LucideIcon } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { PlatformStats } from '../../../../lambdas/contract/admin/dashboard.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { paths } from '../../core/paths.ts';
import { formatCount } from '../../lib/format.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { statsQuery } from './api.ts';
import { changeOf } from './rules.ts';
import styles from './stat-cards.module.css';
import { dashboardTexts } from './texts.ts';

const texts = dashboardTexts.stats;

const cards: readonly {
  readonly name: 'users' | 'music' | 'video' | 'content';
  readonly to: string;
  readonly icon: LucideIcon;
}[] = [
  { name: 'users', to: paths.adminUsers, icon: Users },
  { name: 'music', to: paths.adminContentOf('music'), icon: Music },
  { name: 'video', to: paths.adminContentOf('videos'), icon: Film },
  { name: 'content', to: paths.adminContent, icon: Library },
];

const Change = ({ count }: { readonly count: PlatformStats['users'] }) => {
  const change = changeOf(count);
  return (
    <>
      <span className={styles['change']}>
        {change === undefined ? texts.added(formatCount(count.this_month)) : texts.change(change)}
      </span>
      <span className={styles['basis']}>
        {count.last_month === null ? texts.notEnough : texts.against(formatCount(count.last_month))}
      </span>
    </>
  );
};

export interface StatCardsProps {
  /** Polling interval in milliseconds; false while live updates are available. */
  readonly refetchInterval: number | false;
}

/** The totals of users and content, each with a link to its list. */
export const StatCards = ({ refetchInterval }: StatCardsProps) => {
  const { data, error, refetch } = useQuery({ ...statsQuery(useApi()), refetchInterval });
  if (error !== null && data === undefined) return <ErrorState message={texts.failed} onRetry={() => void refetch()} />;
  return (
    <ul className={styles['cards']} aria-label={texts.label} aria-busy={data === undefined}>
      {cards.map(({ name, to, icon: Icon }) => (
        <li key={name}>
          <Link to={to} className={styles['card']}>
            <span className={styles['name']}>
              <Icon aria-hidden size={18} />
              {texts[name]}
            </span>
            {data ? (
              <>
                <strong className={styles['total']}>{formatCount(data[name].total)}</strong>
                <Change count={data[name]} />
              </>
            ) : (
              <Skeleton height="5.125rem" />
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
};
