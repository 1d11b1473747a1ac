import { useParams } from 'react-router';
import { statisticsTexts as texts } from '../../../features/delivery/statistics/texts.ts';
import { TitleReport } from '../../../features/delivery/statistics/title-report.tsx';
import {
  useCreatorStatistics,
  useTitleStatistics,
} from '../../../features/delivery/statistics/use-title-statistics.ts';
import { AdminScreen } from '../admin-screen.tsx';
import { titleCostsTexts } from './texts.ts';
import { TitleCosts } from './title-costs.tsx';

/** The statistics of one title, for administrators. */
export const StatisticsScreen = () => {
  const { id = '' } = useParams();
  const statistics = useTitleStatistics(id);
  const { data } = statistics;
  return (
    <AdminScreen title={texts.title} {...(data ? { heading: texts.titleOf(data.title) } : {})} lead={texts.lead}>
      <TitleReport statistics={statistics} costs={<TitleCosts contentId={id} />} />
    </AdminScreen>
  );
};

const OtherCosts = () => (
  <div>
    <dt>{titleCostsTexts.others}</dt>
    <dd>{titleCostsTexts.byTitle}</dd>
  </div>
);

/** The statistics of all titles of a creator, for administrators. */
export const CreatorStatisticsScreen = () => {
  const { id = '' } = useParams();
  const statistics = useCreatorStatistics(id);
  const { data } = statistics;
  return (
    <AdminScreen
      title={texts.creator.title}
      {...(data ? { heading: texts.creator.link(data.name) } : {})}
      lead={[texts.creator.lead, ...(data ? [texts.creator.titles(data.titles)] : [])].join(' ')}
    >
      <TitleReport statistics={statistics} missing={texts.creator.notFound} costs={<OtherCosts />} />
    </AdminScreen>
  );
};
