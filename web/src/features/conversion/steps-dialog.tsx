import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { StepView } from '../../../../lambdas/contract/media/steps.ts';
import { liveTopics } from '../../../../lambdas/contract/live/live-topics.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { refreshQueries } from '../../core/api/refresh-queries.ts';
import { useLiveTopic } from '../../core/live/live-context.tsx';
import { useNow } from '../../core/use-now.ts';
import { Announcer } from '../../ui/feedback/announcer.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { CONVERSION_POLL_MS, INTERRUPTION_POLL_MS } from './rules.ts';
import { StepItem } from './step-item.tsx';
import { stepTexts as texts } from './step-texts.ts';
import { isSettled, stepsQuery } from './steps-api.ts';
import styles from './steps.module.css';
import { useRunStep } from './use-run-step.ts';

interface StepsProps {
  readonly contentId: string;
  readonly title: string;
  /** Whether the user may run steps again. */
  readonly canRun: boolean;
}

/** The announcement for screen readers: the failed or interrupted step, or the last one that runs or is completed. */
const announcementOf = (steps: readonly StepView[]): string => {
  const step =
    steps.find(({ state }) => state === 'failed' || state === 'interrupted') ??
    steps.findLast(({ state }) => state === 'running' || state === 'completed');
  return step ? texts.announcement(step.title, texts.states[step.state]) : '';
};

const Steps = ({ contentId, title, canRun }: StepsProps) => {
  const api = useApi();
  const queries = useQueryClient();
  const query = stepsQuery(api, contentId);
  const live = useLiveTopic(liveTopics.content, () => void refreshQueries(queries, query.queryKey));
  const { data, error, refetch } = useQuery({
    ...query,
    refetchInterval: ({ state: { data: steps } }) => {
      if (!steps || isSettled(steps)) return false;
      return live ? INTERRUPTION_POLL_MS : CONVERSION_POLL_MS;
    },
  });
  const now = useNow(CONVERSION_POLL_MS, data?.some(({ expected_at: expected }) => expected !== null) ?? false);
  const { mutate, isPending, variables } = useRunStep(contentId);

  if (error !== null && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={texts.loading} />;
  return (
    <>
      <ol className={styles['steps']} aria-label={texts.list(title)}>
        {data.map((step) => (
          <StepItem
            key={step.step}
            step={step}
            now={now}
            busy={isPending && variables?.step === step.step}
            onRun={canRun ? () => mutate(step) : undefined}
          />
        ))}
      </ol>
      {canRun && data.some(({ can_run }) => can_run) && <p className={styles['hint']}>{texts.hint}</p>}
      <Announcer message={announcementOf(data)} />
    </>
  );
};

/** Opens the processing steps of a content item, which are updated live. */
export const StepsButton = ({ contentId, title, canRun }: StepsProps) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={texts.open(title)} onClick={() => setOpen(true)}>
        <ListChecks aria-hidden size={18} />
      </IconButton>
      <Dialog open={open} onOpenChange={setOpen} title={texts.title} description={texts.description(title)}>
        <Steps contentId={contentId} title={title} canRun={canRun} />
      </Dialog>
    </>
  );
};
