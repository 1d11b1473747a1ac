import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../../../core/api/api-context.tsx';
import { useClock } from '../../../../core/clock-context.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { Notice } from '../../../../ui/feedback/notice.tsx';
import { formatUtc } from '../format.ts';
import { HealthScore } from '../health-score.tsx';
import styles from '../monitor.module.css';
import { diagnosticsTexts } from './texts.ts';

const texts = diagnosticsTexts.health;

/** Computes the health score when its button is pressed. */
export const HealthCheck = () => {
  const api = useApi();
  const clock = useClock();
  const { data, isError, isPending, mutate } = useMutation({
    mutationFn: async () => ({
      health: await api.call('delivery-monitor.cdn-health-monitor', {}),
      at: new Date(clock.now()).toISOString(),
    }),
  });
  return (
    <section className={styles['figure']} aria-labelledby="cdn-health-check">
      <h2 id="cdn-health-check">{texts.title}</h2>
      <p>{texts.lead}</p>
      <div>
        <Button variant="secondary" busy={isPending} onClick={() => mutate()}>
          {texts.run}
        </Button>
      </div>
      {isError && (
        <Notice tone="danger" alert>
          <p>{texts.failed}</p>
        </Notice>
      )}
      {data && (
        <>
          <p role="status">{texts.done(formatUtc(data.at))}</p>
          <HealthScore health={data.health} />
        </>
      )}
    </section>
  );
};
