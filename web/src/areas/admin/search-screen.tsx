import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { MAX_SEARCH_LENGTH, cleanSearch } from '../../../../lambdas/contract/listening/search-text.ts';
import { paths } from '../../core/paths.ts';
import { adminSearchTexts as texts } from '../../features/admin-search/texts.ts';
import { useAdminSearch } from '../../features/admin-search/use-admin-search.ts';
import { statusNames, statusTones } from '../../ui/feedback/statuses.ts';
import { Artwork } from '../../ui/identity/artwork.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx';
import { AdminScreen } from './admin-screen.tsx';
import styles from './search-screen.module.css';

interface ResultSectionProps<T> {
  readonly title: string;
  readonly query: UseQueryResult<{ readonly items: readonly T[]; readonly next_cursor: string | null }>;
  readonly failed: string;
  readonly none: string;
  /** Shown below the list when there are further results. */
  readonly more: ReactNode;
  readonly row: (item: T) => ReactNode;
}

const ResultSection = <T extends { readonly id: string }>({
  title,
  query: { data, error, refetch },
  failed,
  none,
  more,
  row,
}: ResultSectionProps<T>) => (
  <section className={styles['found']} aria-label={title} aria-busy={data === undefined && error === null}>
    <h2>{title}</h2>
    {error !== null && data === undefined && <ErrorState message={failed} onRetry={() => void refetch()} />}
    {error === null && data === undefined && <LoadingState label={texts.loading} />}
    {data?.items.length === 0 && <EmptyState message={none} />}
    {data !== undefined && data.items.length > 0 && (
      <ul className={styles['list']}>
        {data.items.map((item) => (
          <li key={item.id}>{row(item)}</li>
        ))}
      </ul>
    )}
    {data?.next_cursor ? more : null}
  </section>
);

const Results = ({ text }: { readonly text: string }) => {
  const { check, content, people } = useAdminSearch(text);
  const { data: checked, error, refetch } = check;
  if (error !== null && checked === undefined)
    return <ErrorState message={texts.unavailable} onRetry={() => void refetch()} />;
  if (checked === undefined) return <LoadingState label={texts.loading} />;
  if (!checked.valid) {
    return (
      <Notice tone="danger" title={texts.validationFailed}>
        {texts.validationErrors(checked.errors.length)}
      </Notice>
    );
  }
  return (
    <div className={styles['columns']}>
      <ResultSection
        title={texts.content}
        query={content}
        failed={texts.contentFailed}
        none={texts.noContent}
        more={<p className={styles['more']}>{texts.moreContent}</p>}
        row={({ id, title, thumbnail_url: thumbnail, status, metadata }) => (
          <Link to={paths.adminEditOf(id)} className={styles['row']}>
            <VisuallyHidden>{texts.edit('')}</VisuallyHidden>
            <span className={styles['art']}>
              <Artwork title={title} src={thumbnail} />
            </span>
            <span className={styles['about']}>
              <strong>{title}</strong>
              <span>{metadata.artist}</span>
            </span>
            <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>
          </Link>
        )}
      />
      <ResultSection
        title={texts.users}
        query={people}
        failed={texts.usersFailed}
        none={texts.noUsers}
        more={
          <Link to={paths.adminUsersOf(text)} className={styles['more']}>
            {texts.allUsers}
          </Link>
        }
        row={({ full_name: name, email, role }) => (
          <Link to={paths.adminUsersOf(email || name)} className={styles['row']}>
            <span className={styles['about']}>
              <strong>{name || texts.unnamed}</strong>
              <span>{email}</span>
            </span>
            <Badge tone="outline">{role}</Badge>
          </Link>
        )}
      />
    </div>
  );
};

/** The results of the admin search. */
export const AdminSearchScreen = () => {
  const typed = useSearchParams()[0].get('q') ?? '';
  // If cleaning removes everything, send the text as typed, so that the server's validation explains why.
  const text = cleanSearch(typed) || typed.slice(0, MAX_SEARCH_LENGTH);
  return (
    <AdminScreen title={texts.title} heading={text === '' ? texts.title : texts.results(text)}>
      {text === '' ? <EmptyState message={texts.hint} /> : <Results key={text} text={text} />}
    </AdminScreen>
  );
};
