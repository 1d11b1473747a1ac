import { Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { paths } from '../../../core/paths.ts';
import { TitleFilters } from '../../../features/analysis/title-filters.tsx';
import { TitleList } from '../../../features/analysis/title-list.tsx';
import { TitleRow } from '../../../features/analysis/title-row.tsx';
import styles from '../../../features/analysis/titles.module.css';
import type { TitlesFilter } from '../../../features/analysis/titles-api.ts';
import { titlesTexts as texts } from '../../../features/analysis/titles-texts.ts';
import { StepsButton } from '../../../features/conversion/steps-dialog.tsx';
import { SafetyBadge } from '../../../features/safety/safety-badge.tsx';
import { verdictNames } from '../../../features/safety/verdict-texts.ts';
import { Button } from '../../../ui/actions/button.tsx';

const OverviewDialog = lazyPart(
  () => import('../../../features/analysis/overview-dialog.tsx'),
  'OverviewDialog',
  ({ onClose }) => onClose(),
);

const NAMES = ['verdict', 'topic', 'sentiment', 'language'] as const;

const linkTo = (id: string, title: string) => <Link to={paths.adminAnalysisOf(id)}>{title}</Link>;

/** The filters in the address, so that links and reloads keep them. */
const useTitlesFilter = () => {
  const [params, setParams] = useSearchParams();
  const filter: TitlesFilter = Object.fromEntries(
    NAMES.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  );
  const change = (changes: TitlesFilter): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return { filter, change };
};

/** The tab of all titles with the state of their analysis, what was found, and what it cost. */
export const AiIndexingTab = () => {
  const { filter, change } = useTitlesFilter();
  const [isOverview, setOverview] = useState(false);
  return (
    <>
      <div className={styles['tools']}>
        <TitleFilters filter={filter} onChange={change} verdictNames={verdictNames} />
        <Button variant="ghost" onClick={() => setOverview(true)}>
          {texts.overview.open}
        </Button>
      </div>
      <TitleList filter={filter} onReset={() => change(Object.fromEntries(NAMES.map((name) => [name, undefined])))}>
        {(title) => (
          <TitleRow
            key={title.content_id}
            title={title}
            link={linkTo(title.content_id, title.title)}
            verdict={<SafetyBadge verdict={title.verdict} decision={title.decision} />}
            actions={<StepsButton contentId={title.content_id} title={title.title} canRun />}
          />
        )}
      </TitleList>
      <Suspense fallback={null}>
        {isOverview && (
          <OverviewDialog verdictNames={verdictNames} linkTo={linkTo} onClose={() => setOverview(false)} />
        )}
      </Suspense>
    </>
  );
};
