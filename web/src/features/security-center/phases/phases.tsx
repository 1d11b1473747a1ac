import { useState } from 'react';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { LastCheck } from './last-check.tsx';
import { PhaseCard } from './phase-card.tsx';
import styles from './phases.module.css';
import { Simulation } from './simulation.tsx';
import { phaseTexts as texts } from './texts.ts';
import { usePhaseChange, type PhaseChange } from './use-phase-change.ts';
import { useProgram } from './use-program.ts';

/** The phases of the security program with their metrics, the last check, and the simulation. */
export const Phases = () => {
  const { query, running, awaitCheck } = useProgram();
  const { data, error, refetch } = query;
  const change = usePhaseChange();
  const [asked, setAsked] = useState<PhaseChange | null>(null);
  const question = asked && texts.actions[asked.action];
  return (
    <section className={styles['phases']} aria-labelledby="security-phases">
      <h2 id="security-phases">{texts.title}</h2>
      <p className={styles['quiet']}>{texts.lead}</p>
      {!data && error !== null && <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />}
      {!data && error === null && <LoadingState label={texts.loading} />}
      {data?.complete === true && <Notice title={texts.complete} />}
      {data?.phases.map((phase) => (
        <PhaseCard
          key={phase.phase_number}
          program={data}
          phase={phase}
          busy={change.isPending && change.variables.phase.phase_number === phase.phase_number}
          onStep={(action) => setAsked({ phase, action })}
        />
      ))}
      {data && (
        <>
          <LastCheck check={data.last_check} running={running} onRequested={awaitCheck} />
          <Simulation simulation={data.simulation} />
        </>
      )}
      {asked && question && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={question.title(asked.phase.phase_number)}
          description={question.text}
          action={question.action}
          onConfirm={() => {
            change.mutate(asked);
            setAsked(null);
          }}
        />
      )}
    </section>
  );
};
