import { Link, useParams } from 'react-router';
import { paths } from '../../../core/paths.ts';
import { statisticsTexts as texts } from '../../../features/delivery/statistics/texts.ts';
import { TitleReport, type TitleReportProps } from '../../../features/delivery/statistics/title-report.tsx';
import {
  useCreatorStatistics,
  useTitleStatistics,
} from '../../../features/delivery/statistics/use-title-statistics.ts';
import { PageTitle } from '../../../ui/layout/page/page-title.tsx';
import styles from './titles-screen.module.css';

interface ReportScreenProps extends TitleReportProps {
  readonly title: string;
  /** The name of what is reported about, once it is known. */
  readonly heading: string | undefined;
  readonly lead: string;
}

const ReportScreen = ({ title, heading = title, lead, ...report }: ReportScreenProps) => (
  <div className={styles['screen']}>
    <PageTitle title={title} />
    <div>
      <Link to={paths.ownTitles}>{texts.back}</Link>
      <h1 tabIndex={-1}>{heading}</h1>
      <p className={styles['lead']}>{lead}</p>
    </div>
    <TitleReport {...report} />
  </div>
);

/** The statistics of a title, for the user whom it belongs to. */
export const OwnStatisticsScreen = () => {
  const { id = '' } = useParams();
  const statistics = useTitleStatistics(id);
  const { data } = statistics;
  return (
    <ReportScreen
      title={texts.title}
      heading={data && texts.titleOf(data.title)}
      lead={texts.lead}
      statistics={statistics}
    />
  );
};

/** The statistics of all titles of a creator, for the user whom it belongs to. */
export const OwnCreatorStatisticsScreen = () => {
  const { id = '' } = useParams();
  const statistics = useCreatorStatistics(id);
  const { data } = statistics;
  return (
    <ReportScreen
      title={texts.creator.title}
      heading={data && texts.creator.link(data.name)}
      lead={[texts.creator.lead, ...(data ? [texts.creator.titles(data.titles)] : [])].join(' ')}
      statistics={statistics}
      missing={texts.creator.notFound}
    />
  );
};
