import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PhaseSimulation } from '../../../../../lambdas/contract/security/phases.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { refreshQueries } from '../../../core/api/refresh-queries.ts';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { PROGRAM_KEY } from '../api.ts';
import { SIMULATED, thresholdText, valueText } from './phase-rules.ts';
import styles from './phases.module.css';
import { phaseTexts } from './texts.ts';

const texts = phaseTexts.simulation;
const { names } = phaseTexts.metrics;

const METRICS = Object.keys(SIMULATED) as (keyof typeof SIMULATED)[];

/** Invented figures of the first phase, clearly apart from the real ones. */
export const Simulation = ({ simulation }: { readonly simulation: PhaseSimulation }) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const change = useMutation({
    mutationFn: async (kind: 'simulate' | 'reset') => {
      await (kind === 'simulate' ? api.call('phases.simulate-progress', {}) : api.call('phases.reset-simulation', {}));
    },
    onError: ({ message }) => show({ title: texts.failed, description: message, variant: 'destructive' }),
    onSettled: () => refreshQueries(queries, PROGRAM_KEY),
  });
  const isRunning = (kind: 'simulate' | 'reset') => change.isPending && change.variables === kind;
  return (
    <section className={classNames(styles['card'], styles['simulation'])} aria-labelledby="security-simulation">
      <div className={styles['head']}>
        <h3 id="security-simulation">{texts.title}</h3>
        <Badge tone="warning">{texts.badge}</Badge>
      </div>
      <p className={styles['quiet']}>{texts.text}</p>
      {METRICS.map((metric) => {
        const threshold = SIMULATED[metric];
        return (
          <div key={metric}>
            <p className={styles['simulated']}>
              <span>{names[metric]}</span>
              <span className={styles['quiet']}>
                {valueText(metric, simulation[metric])} · {thresholdText(metric, threshold)}
              </span>
            </p>
            <Progress label={texts.progress(names[metric])} value={(simulation[metric] / threshold) * 100} />
          </div>
        );
      })}
      <div className={styles['buttons']}>
        <Button
          variant="secondary"
          busy={isRunning('simulate')}
          disabled={isRunning('reset')}
          onClick={() => change.mutate('simulate')}
        >
          {texts.simulate}
        </Button>
        <Button
          variant="ghost"
          busy={isRunning('reset')}
          disabled={isRunning('simulate') || simulation.updated_at === null}
          onClick={() => change.mutate('reset')}
        >
          {texts.reset}
        </Button>
      </div>
    </section>
  );
};
