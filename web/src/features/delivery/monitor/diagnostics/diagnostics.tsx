import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../../core/api/api-context.tsx';
import { overviewQuery } from '../api.ts';
import styles from '../monitor.module.css';
import { SourceNotices } from '../source-notices.tsx';
import { DistributionStatus } from './distribution.tsx';
import { HealthCheck } from './health-check.tsx';
import { Quality } from './quality.tsx';
import { Streams } from './streams.tsx';

/** The state of the distribution, a health check, the streams of the last day, and how well titles play. */
export const Diagnostics = () => {
  const { data } = useQuery(overviewQuery(useApi()));
  return (
    <div className={styles['tab']}>
      {data && <SourceNotices sources={data.sources} />}
      <DistributionStatus />
      <HealthCheck />
      <Streams />
      <Quality />
    </div>
  );
};
