import type {
  ImplementationPhase,
  MetricValue,
  PhaseStatus,
  SecurityProgram,
} from '../../../../../lambdas/contract/security/phases.ts';
import { formatDate, formatZonedTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge, type BadgeTone } from '../../../ui/feedback/badge.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { Table } from '../../../ui/layout/lists/table.tsx';
import { nextStep, thresholdText, valueText, type PhaseAction } from './phase-rules.ts';
import styles from './phases.module.css';
import { phaseTexts as texts } from './texts.ts';

const { actions, metrics: words } = texts;

const tones: Readonly<Record<PhaseStatus, BadgeTone>> = {
  pending: 'outline',
  in_progress: 'neutral',
  ready_for_next: 'accent',
  completed: 'success',
};

const MetricRow = ({
  metric: { metric, value, threshold, met, n, minimum, query, from, to },
}: {
  readonly metric: MetricValue;
}) => (
  <tr>
    <th scope="row" className={styles['metric']}>
      {words.names[metric]}
      <p className={styles['quiet']}>{query}</p>
    </th>
    <td>
      {value === null ? (
        texts.noData
      ) : (
        <>
          {valueText(metric, value)} <Badge tone={met ? 'success' : 'outline'}>{met ? words.met : words.notMet}</Badge>
        </>
      )}
    </td>
    <td>{thresholdText(metric, threshold)}</td>
    <td>{words.observed(n, minimum)}</td>
    <td>{words.between(formatDate(from), formatDate(to))}</td>
  </tr>
);

export interface PhaseCardProps {
  readonly program: SecurityProgram;
  readonly phase: ImplementationPhase;
  /** A step is being saved. */
  readonly busy: boolean;
  readonly onStep: (action: PhaseAction) => void;
}

/** A phase with its progress and metrics, and the next step. */
export const PhaseCard = ({ program, phase, busy, onStep }: PhaseCardProps) => {
  const { phase_number: number, status, progress, metrics, started_at: started, completed_at: completed } = phase;
  const step = nextStep(program, phase);
  return (
    <section className={styles['card']} aria-labelledby={`security-phase-${number}`}>
      <div className={styles['head']}>
        <h3 id={`security-phase-${number}`}>{texts.name(number, phase.phase_name)}</h3>
        <Badge tone={tones[status]}>{texts.statuses[status]}</Badge>
      </div>
      <div className={styles['progress']}>
        <Progress label={texts.progress(number)} value={progress} />
        <span>{progress === null ? texts.noData : texts.percent(Math.floor(progress))}</span>
      </div>
      {started !== null && completed === null && (
        <p className={styles['quiet']}>{texts.started(formatZonedTime(started))}</p>
      )}
      {completed !== null && (
        <p className={styles['quiet']}>
          {texts.completedBy(phase.completed_by_name ?? texts.deletedUser, formatZonedTime(completed))}
        </p>
      )}
      <div className={styles['frame']}>
        <Table
          caption={words.table(number)}
          heads={[words.metric, words.value, words.threshold, words.observations, words.period].map((label) => ({
            label,
          }))}
          quiet
        >
          {metrics.map((metric) => (
            <MetricRow key={metric.metric} metric={metric} />
          ))}
        </Table>
      </div>
      {step && 'waits' in step && <p className={styles['quiet']}>{step.waits}</p>}
      {step && 'action' in step && (
        <div className={styles['buttons']}>
          <Button aria-label={actions[step.action].of(number)} busy={busy} onClick={() => onStep(step.action)}>
            {actions[step.action].action}
          </Button>
        </div>
      )}
    </section>
  );
};
