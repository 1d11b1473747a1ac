import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AnalysisKind, AnalysisOverview } from '../../../../lambdas/contract/content/analyzed-titles.ts';
import type { SafetyVerdict } from '../../../../lambdas/contract/admin/safety-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { dollarsOf, nameOf } from './format.ts';
import { analysisTexts } from './texts.ts';
import styles from './titles.module.css';
import { overviewQuery } from './titles-api.ts';
import { titlesTexts } from './titles-texts.ts';

const texts = titlesTexts.overview;

/** A sample for display. Labels, names and sentences are shown as a model returned them. */
const sampleOf = (kind: AnalysisKind, text: string): string => {
  if (kind === 'sentiment_analysis' && text in analysisTexts.sentiments)
    return analysisTexts.sentiments[text as keyof typeof analysisTexts.sentiments];
  return kind === 'content_analysis' ? nameOf(text) : text;
};

interface PanelProps {
  readonly verdictNames: Readonly<Record<SafetyVerdict, string>>;
  /** The name of a title, as a link to its analysis. */
  readonly linkTo: (contentId: string, title: string) => ReactNode;
}

const Kinds = ({ overview, linkTo }: { readonly overview: AnalysisOverview } & Pick<PanelProps, 'linkTo'>) => (
  <ul className={styles['kinds']}>
    {overview.kinds.map(({ kind, titles, samples }) => (
      <li key={kind}>
        <h3>{texts.kinds[kind].name}</h3>
        <p>
          <strong>{texts.of(titles, overview.titles)}</strong>
        </p>
        <p className={styles['meaning']}>{texts.kinds[kind].meaning}</p>
        {samples.length === 0 ? (
          <p>{texts.noSamples}</p>
        ) : (
          <ul aria-label={`${texts.samples}: ${texts.kinds[kind].name}`} className={styles['samples']}>
            {samples.map(({ content_id: id, title, text }) => (
              <li key={id}>
                <span>{sampleOf(kind, text)}</span> {linkTo(id, title)}
              </li>
            ))}
          </ul>
        )}
      </li>
    ))}
  </ul>
);

const Overview = ({ verdictNames, linkTo }: PanelProps) => {
  const { data, error, refetch } = useQuery(overviewQuery(useApi()));
  if (error !== null && !data) return <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={texts.loading} />;
  if (data.titles === 0) return <EmptyState message={texts.none} />;
  return (
    <div className={styles['overview']}>
      <p>{texts.description(data.titles)}</p>
      <Kinds overview={data} linkTo={linkTo} />
      <dl className={styles['facts']}>
        {data.verdicts.map(({ verdict, titles }) => (
          <div key={verdict}>
            <dt>{`${texts.verdicts}: ${verdictNames[verdict]}`}</dt>
            <dd>{texts.of(titles, data.titles)}</dd>
          </div>
        ))}
        <div>
          <dt>{`${texts.cost} (${texts.costMeaning})`}</dt>
          <dd>{dollarsOf(data.cost_usd)}</dd>
        </div>
      </dl>
    </div>
  );
};

/** What the analysis found in the titles that changed last: how many have each kind of result, with samples. */
export const OverviewDialog = ({ onClose, ...panel }: PanelProps & { readonly onClose: () => void }) => (
  <Dialog open onOpenChange={(open) => open || onClose()} title={texts.title} description={texts.lead}>
    <Overview {...panel} />
  </Dialog>
);
