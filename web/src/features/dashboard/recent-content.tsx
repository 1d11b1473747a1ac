import { useQuery } from '@tanstack/react-query';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { paths } from '../../core/paths.ts';
import { formatCount, formatLongDate } from '../../lib/format.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { buttonClass } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { statusNames, statusTones } from '../../ui/feedback/statuses.ts';
import { Table } from '../../ui/layout/lists/table.tsx';
import { recentContentQuery } from './api.ts';
import styles from './recent-content.module.css';
import { shortened } from './rules.ts';
import type { StatCardsProps } from './stat-cards.tsx';
import { dashboardTexts } from './texts.ts';

const texts = dashboardTexts.recent;

export interface RecentContentProps {
  readonly onView: (content: ContentView) => void;
  readonly onEdit: (content: ContentView) => void;
  readonly onDelete: (content: ContentView) => void;
}

const Rows = ({ items, onView, onEdit, onDelete }: RecentContentProps & { readonly items: readonly ContentView[] }) => (
  <Table
    caption={texts.title}
    heads={Object.entries(texts.columns).map(([name, label]) => ({ label, className: styles[name] }))}
    quiet
    className={styles['table']}
  >
    {items.map((content) => (
      <tr key={content.id}>
        <th scope="row" className={styles['content']}>
          <span className={styles['title']}>{content.title}</span>
          <span className={styles['description']}>
            {content.description ? shortened(content.description) : texts.noDescription}
          </span>
        </th>
        <td className={styles['status']} data-label={texts.columns.status}>
          <Badge tone={statusTones[content.status]}>{statusNames[content.status]}</Badge>
        </td>
        <td className={styles['views']} data-label={texts.columns.views}>
          {formatCount(content.view_count)}
        </td>
        <td className={styles['created']} data-label={texts.columns.created}>
          {formatLongDate(content.created_at)}
        </td>
        <td className={styles['actions']}>
          <IconButton label={texts.view(content.title)} onClick={() => onView(content)}>
            <Eye aria-hidden size={18} />
          </IconButton>
          <IconButton label={texts.edit(content.title)} onClick={() => onEdit(content)}>
            <Pencil aria-hidden size={18} />
          </IconButton>
          <IconButton label={texts.remove(content.title)} onClick={() => onDelete(content)}>
            <Trash2 aria-hidden size={18} />
          </IconButton>
        </td>
      </tr>
    ))}
  </Table>
);

/** The newest content with its most common actions. */
export const RecentContent = ({
  refetchInterval,
  ...rows
}: RecentContentProps & Pick<StatCardsProps, 'refetchInterval'>) => {
  const { data, error, refetch } = useQuery({ ...recentContentQuery(useApi()), refetchInterval });
  const failed = error !== null && data === undefined;
  return (
    <section className={styles['panel']} aria-labelledby="recent-content" aria-busy={data === undefined && !failed}>
      <header className={styles['header']}>
        <h2 id="recent-content">{texts.title}</h2>
        <Link to={paths.adminContent} className={buttonClass({ variant: 'secondary' })}>
          {texts.all}
        </Link>
      </header>
      {failed && <ErrorState message={texts.failed} onRetry={() => void refetch()} />}
      {data === undefined && !failed && <Skeleton height="18rem" />}
      {data?.length === 0 && (
        <EmptyState message={texts.empty}>
          <Link to={paths.adminUpload} className={buttonClass({})}>
            {texts.upload}
          </Link>
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && <Rows {...rows} items={data} />}
    </section>
  );
};
