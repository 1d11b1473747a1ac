import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CdnOverview } from '../../../../../../lambdas/contract/delivery/monitor.ts';
import { useApi } from '../../../../core/api/api-context.tsx';
import { formatCount } from '../../../../lib/format.ts';
import { Notice } from '../../../../ui/feedback/notice.tsx';
import { overviewQuery } from '../api.ts';
import { formatUtc } from '../format.ts';
import { HealthScore } from '../health-score.tsx';
import { ALERTS_LINK } from '../links.ts';
import { Loaded } from '../loaded.tsx';
import styles from '../monitor.module.css';
import { SourceNotices } from '../source-notices.tsx';
import { healthTexts, monitorTexts, overviewTexts as texts } from '../texts.ts';
import { useAge } from '../use-age.ts';
import { Figures } from './figures.tsx';
import { HourPlots } from './hour-plots.tsx';
import { TopTitles } from './top-titles.tsx';

interface OverviewProps {
  readonly overview: CdnOverview;
}

/** What needs attention: sources that cannot be read, and open alerts. */
const Notices = ({ overview: { sources, open_alerts: alerts } }: OverviewProps) => (
  <>
    <SourceNotices sources={sources} />
    {alerts.length > 0 && (
      <Notice tone="danger">
        <p>
          {texts.openAlerts(alerts.length)} <Link to={ALERTS_LINK}>{texts.toAlerts}</Link>
        </p>
      </Notice>
    )}
  </>
);

const Health = ({ overview: { health, media } }: OverviewProps) => {
  const age = useAge();
  return (
    <section className={styles['figure']} aria-labelledby="cdn-health">
      <h2 id="cdn-health">{healthTexts.title}</h2>
      <HealthScore health={health} />
      <p>
        {media === null
          ? texts.noWalk
          : texts.walk(formatCount(media.titles), formatUtc(media.as_of), age(media.as_of))}
      </p>
    </section>
  );
};

const LastCheck = ({ overview: { checked_at: at } }: OverviewProps) => {
  const age = useAge();
  return <p className={styles['quiet']}>{at === null ? texts.neverChecked : texts.checked(formatUtc(at), age(at))}</p>;
};

/** The health score, every figure of the delivery, the last hours, and the most played titles. */
export const Overview = () => {
  const query = useQuery(overviewQuery(useApi()));
  return (
    <div className={styles['tab']}>
      <p className={styles['quiet']}>{texts.refreshed}</p>
      <Loaded query={query} loading={monitorTexts.loading} failed={monitorTexts.loadFailed}>
        {(overview) => (
          <>
            <LastCheck overview={overview} />
            <Notices overview={overview} />
            <Health overview={overview} />
            <Figures overview={overview} />
          </>
        )}
      </Loaded>
      <HourPlots />
      <TopTitles />
    </div>
  );
};
