import {
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CirclePause,
  CircleX,
  LoaderCircle,
  RotateCcw,
  type LucideIcon,
} from 'lucide-react';
import type { StepCost, StepState, StepView } from '../../../../lambdas/contract/media/steps.ts';
import { formatCost, formatMoment } from '../../lib/format.ts';
import { formatTimeLeft } from '../../lib/transfer/format-transfer.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { stepTexts as texts } from './step-texts.ts';
import styles from './steps.module.css';

const icons: Readonly<Record<StepState, LucideIcon>> = {
  waiting: CircleDashed,
  running: LoaderCircle,
  interrupted: CirclePause,
  completed: CircleCheck,
  failed: CircleX,
  skipped: CircleMinus,
};

/** Seconds between two timestamps; at least 0, because the clocks of two services can differ. */
const secondsBetween = (from: number, to: number): number => Math.max(0, (to - from) / 1000);

const Running = ({ step, now }: { readonly step: StepView; readonly now: number }) => (
  <>
    <Progress label={texts.progressOf(step.title)} value={step.progress} />
    {step.progress !== null && (
      <p className={styles['facts']}>
        <span>{texts.percent(Math.round(step.progress))}</span>
        {step.expected_at !== null && Date.parse(step.expected_at) > now && (
          <span>{texts.left(formatTimeLeft(secondsBetween(now, Date.parse(step.expected_at))))}</span>
        )}
      </p>
    )}
  </>
);

const Facts = ({ step: { started_at: started, finished_at: finished, attempts } }: { readonly step: StepView }) => {
  if (started === null) return null;
  return (
    <p className={styles['facts']}>
      <span>
        {`${texts.started} `}
        <time dateTime={started}>{formatMoment(started)}</time>
      </span>
      {finished !== null && (
        <span>{texts.took(formatTimeLeft(secondsBetween(Date.parse(started), Date.parse(finished))))}</span>
      )}
      {attempts > 1 && <span>{texts.attempts(attempts)}</span>}
    </p>
  );
};

/** What the step costs: what was paid, or what it is expected to cost. */
const Cost = ({ cost: { estimated_usd: estimated, actual_usd: actual } }: { readonly cost: StepCost }) => {
  const estimate = estimated === null ? undefined : formatCost(estimated);
  if (actual !== null) return <p className={styles['facts']}>{texts.paid(formatCost(actual), estimate)}</p>;
  return estimate === undefined ? null : <p className={styles['facts']}>{texts.estimated(estimate)}</p>;
};

interface RunButtonProps {
  readonly step: StepView;
  readonly busy: boolean;
  readonly onRun: () => void;
}

/** Runs the step, for a price that is shown before. A step that was skipped has not done its work yet. */
const RunButton = ({ step: { title, state, attempts, cost }, busy, onRun }: RunButtonProps) => {
  const action = attempts === 0 || state === 'skipped' ? texts.runFirst : texts.run;
  const label = texts.runLabel(action, title);
  const usd = cost?.next_usd ?? null;
  const amount = usd === null ? undefined : formatCost(usd);
  return (
    <Button
      variant="secondary"
      busy={busy}
      aria-label={amount === undefined ? label : texts.pricedLabel(label, amount)}
      onClick={onRun}
    >
      <RotateCcw aria-hidden size={16} />
      {amount === undefined ? action : texts.priced(action, amount)}
    </Button>
  );
};

export interface StepItemProps {
  readonly step: StepView;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether the request to run it is in flight. */
  readonly busy: boolean;
  /** Runs the step again; undefined if the user may not. */
  readonly onRun: (() => void) | undefined;
}

/** One processing step: its state, progress, failure reason, and a button to run it again. */
export const StepItem = ({ step, now, busy, onRun }: StepItemProps) => {
  const Icon = icons[step.state];
  const { title } = step;
  return (
    <li className={styles['step']} data-state={step.state}>
      <Icon aria-hidden size={20} className={styles['icon']} />
      <div className={styles['about']}>
        <p className={styles['head']}>
          <span className={styles['name']}>{title}</span>
          <span className={styles['state']}>{texts.states[step.state]}</span>
        </p>
        {step.state === 'running' && step.part_of === null && <Running step={step} now={now} />}
        <Facts step={step} />
        {step.cost !== null && <Cost cost={step.cost} />}
        {step.reason !== null && <p className={styles['reason']}>{step.reason}</p>}
      </div>
      {step.can_run && onRun && <RunButton step={step} busy={busy} onRun={onRun} />}
    </li>
  );
};
