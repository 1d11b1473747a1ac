import { Link } from 'react-router';
import type { SecurityAlert } from '../../../../../lambdas/contract/admin/security-alerts.ts';
import { paths } from '../../../core/paths.ts';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { EventList } from '../event-list.tsx';
import styles from '../security-center.module.css';
import { alertTexts } from '../texts.ts';
import { useEvidence } from './evidence.ts';

const texts = alertTexts.evidence;

/** The events of an alert. */
export const EvidenceList = ({ alert }: { readonly alert: SecurityAlert }) => {
  const { data, error, refetch } = useEvidence(alert);
  if (!data)
    return error ? (
      <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <LoadingState label={texts.loading} />
    );
  return (
    <div className={styles['tab']}>
      {data.length > 0 && <EventList label={texts.list} events={data} />}
      {data.length < alert.count && <p className={styles['quiet']}>{texts.incomplete(data.length, alert.count)}</p>}
      {alert.user_id !== null && <Link to={paths.adminSecurityEventsOf(alert.user_id)}>{texts.toLog}</Link>}
    </div>
  );
};
