import { useMutation } from '@tanstack/react-query';
import type { SecurityCheck } from '../../../../../lambdas/contract/security/phases.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { formatZonedTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Facts } from '../../../ui/layout/lists/facts.tsx';
import styles from './phases.module.css';
import { phaseTexts } from './texts.ts';

const texts = phaseTexts.checks;

const Result = ({ check: { at, tokens, protection, calls, failed } }: { readonly check: SecurityCheck }) => {
  const facts = [
    [texts.at, formatZonedTime(at)],
    [texts.tokens, texts.rejected(tokens.passed, tokens.n)],
    [texts.protection, texts.rejected(protection.passed, protection.n)],
    [texts.calls, texts.answered(calls.n, calls.failed)],
    [texts.times, texts.timesValue(Math.round(calls.p50_ms), Math.round(calls.p95_ms))],
  ] as const;
  return (
    <>
      <Facts facts={facts} />
      {failed.length > 0 && (
        <Notice tone="danger" title={texts.failed}>
          <ul aria-label={texts.failed}>
            {failed.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
};

export interface LastCheckProps {
  readonly check: SecurityCheck | null;
  /** The result of a requested check is awaited. */
  readonly running: boolean;
  /** A check was requested. */
  readonly onRequested: () => void;
}

/** The last check of tokens, protection and response times, with what failed. */
export const LastCheck = ({ check, running, onRequested }: LastCheckProps) => {
  const api = useApi();
  const { show } = useToast();
  const request = useMutation({
    mutationFn: () => api.call('phases.run-checks', {}),
    onSuccess: () => {
      show({ title: texts.requested });
      onRequested();
    },
    onError: ({ message }) => show({ title: texts.runFailed, description: message, variant: 'destructive' }),
  });
  return (
    <section className={styles['card']} aria-labelledby="security-check">
      <h3 id="security-check">{texts.title}</h3>
      <p className={styles['quiet']}>{texts.lead}</p>
      {check === null ? <p>{texts.none}</p> : <Result check={check} />}
      <div role="status">{running && <p className={styles['quiet']}>{texts.running}</p>}</div>
      <div className={styles['buttons']}>
        <Button variant="secondary" busy={running || request.isPending} onClick={() => request.mutate()}>
          {texts.run}
        </Button>
      </div>
    </section>
  );
};
