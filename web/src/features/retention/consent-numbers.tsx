import { useQuery } from '@tanstack/react-query';
import { purposeTitle } from '../../../../lambdas/contract/people/consent-notice.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { formatCount, formatMoment } from '../../lib/format.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { consentNumbersQuery } from './api.ts';
import styles from './retention.module.css';
import { retentionTexts as texts } from './texts.ts';

const purposes = ['analytics', 'behavioral', 'functional', 'marketing'] as const;

/** How many accounts decided about privacy, and what they allow, with what the numbers mean. */
export const ConsentNumbers = () => {
  const { data, error, refetch } = useQuery(consentNumbersQuery(useApi()));
  const content = () => {
    if (!data)
      return error ? (
        <ErrorState message={texts.consentFailed} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={texts.loading} />
      );
    return (
      <>
        <p>{texts.consentText(data.updated_at && formatMoment(data.updated_at))}</p>
        <dl className={styles['numbers']}>
          <div>
            <dt>{texts.decided}</dt>
            <dd>{formatCount(data.decided)}</dd>
          </div>
          {purposes.map((purpose) => (
            <div key={purpose}>
              <dt>{purposeTitle(purpose)}</dt>
              <dd>{formatCount(data[purpose])}</dd>
            </div>
          ))}
        </dl>
      </>
    );
  };
  return (
    <section className={styles['section']} aria-labelledby="consent-numbers-heading">
      <h2 id="consent-numbers-heading">{texts.consent}</h2>
      {content()}
    </section>
  );
};
