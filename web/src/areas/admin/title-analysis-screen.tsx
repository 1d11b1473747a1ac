import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { liveTopics } from '../../../../lambdas/contract/live/live-topics.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useLiveRefresh, useLiveTopic } from '../../core/live/live-context.tsx';
import { AnalysisReport } from '../../features/analysis/analysis-report.tsx';
import { analysisQuery, transcriptQuery } from '../../features/analysis/api.ts';
import { StaleResults } from '../../features/analysis/stale-results.tsx';
import { analysisTexts as texts } from '../../features/analysis/texts.ts';
import { StepsButton } from '../../features/conversion/steps-dialog.tsx';
import { useRunStep } from '../../features/conversion/use-run-step.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { AdminScreen } from './admin-screen.tsx';
import { EvidencePlayer } from './evidence-player.tsx';

/** The analysis of one title, with its steps, which can run again. */
export const TitleAnalysisScreen = () => {
  const { id = '' } = useParams();
  const api = useApi();
  const query = analysisQuery(api, id);
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(query);
  const { mutate, isPending } = useRunStep(id);
  const reload = () => void queries.invalidateQueries({ queryKey: query.queryKey });
  // Every step of the analysis that ends changes the first topic, and every edit of the transcript the second.
  useLiveRefresh(liveTopics.content, reload);
  useLiveTopic(liveTopics.transcript(id), () => {
    reload();
    void queries.invalidateQueries({ queryKey: transcriptQuery(api, id).queryKey });
  });
  return (
    <AdminScreen
      title={texts.pageTitle}
      {...(data ? { heading: texts.titleOf(data.title) } : {})}
      lead={texts.lead}
      actions={data && <StepsButton contentId={id} title={data.title} canRun />}
    >
      {error !== null && !data && <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />}
      {error === null && !data && <LoadingState label={texts.loading} />}
      {data && <StaleResults analysis={data} busy={isPending} onRun={mutate} />}
      {data && (
        <AnalysisReport
          analysis={data}
          player={(seconds) => <EvidencePlayer key={seconds} contentId={id} seconds={seconds} />}
        />
      )}
    </AdminScreen>
  );
};
