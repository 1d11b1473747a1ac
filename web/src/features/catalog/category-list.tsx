import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../core/api/api-context.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { categoriesQuery } from './api.ts';
import styles from './category-list.module.css';
import { catalogTexts } from './texts.ts';

const SKELETON_WIDTHS = ['6rem', '8rem', '5rem', '7rem'];

/** Every category by name. */
export const CategoryList = () => {
  const { data, error, refetch } = useQuery(categoriesQuery(useApi()));
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (data?.length === 0) return <EmptyState message={catalogTexts.noCategories} />;
  return (
    <ul className={styles['list']} aria-label={catalogTexts.categories} aria-busy={data === undefined}>
      {data?.map(({ id, name }) => (
        <li key={id} className={styles['category']}>
          {name}
        </li>
      )) ??
        SKELETON_WIDTHS.map((width) => (
          <li key={width}>
            <Skeleton width={width} height="2.25rem" round />
          </li>
        ))}
    </ul>
  );
};
