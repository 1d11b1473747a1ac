import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../core/api/api-context.tsx';
import { allContentQuery } from '../../features/content/api.ts';
import { contentTexts } from '../../features/content/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import styles from './content-screen.module.css';

const ContentTable = () => {
  const { data, error, refetch } = useInfiniteQuery(allContentQuery(useApi()));
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <EmptyState message={contentTexts.empty} />;
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">{contentTexts.columns.title}</th>
          <th scope="col">{contentTexts.columns.type}</th>
          <th scope="col">{contentTexts.columns.status}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ id, title, status, metadata }) => (
          <tr key={id}>
            <th scope="row">{title}</th>
            <td>
              <Badge tone="outline">{metadata.contentType}</Badge>
            </td>
            <td>
              <Badge>{status}</Badge>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** Every content in every state. */
export const ContentScreen = () => (
  <div className={styles['screen']}>
    <title>{`${contentTexts.title} · Soundstage`}</title>
    <h1 tabIndex={-1}>{contentTexts.title}</h1>
    <ContentTable />
  </div>
);
