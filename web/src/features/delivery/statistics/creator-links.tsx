import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useApi } from '../../../core/api/api-context.tsx';
import { paths } from '../../../core/paths.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { ownCreatorsQuery } from './api.ts';
import styles from './statistics.module.css';
import { statisticsTexts } from './texts.ts';

const texts = statisticsTexts.creator;

/** Links to the numbers of the creators that belong to the user; nothing for a user without any. */
export const CreatorLinks = () => {
  const { data: creators = [], error, refetch } = useQuery(ownCreatorsQuery(useApi()));
  if (error) return <ErrorState message={texts.failed} onRetry={() => void refetch()} />;
  if (creators.length === 0) return null;
  return (
    <ul className={styles['links']} aria-label={texts.list}>
      {creators.map(({ id, name }) => (
        <li key={id}>
          <Link to={paths.ownCreatorStatisticsOf(id)}>{texts.link(name)}</Link>
        </li>
      ))}
    </ul>
  );
};
