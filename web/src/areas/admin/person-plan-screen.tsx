import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useApi } from '../../core/api/api-context.tsx';
import { paths } from '../../core/paths.ts';
import { planQuery } from '../../features/person-plans/api.ts';
import { ComplimentarySection } from '../../features/person-plans/complimentary-section.tsx';
import styles from '../../features/person-plans/person-plans.module.css';
import { PlanFactsView } from '../../features/person-plans/plan-facts.tsx';
import { PlanHistory } from '../../features/person-plans/plan-history.tsx';
import { personPlanTexts as texts } from '../../features/person-plans/texts.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { buttonClass } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { AdminScreen } from './admin-screen.tsx';

/** The plan of one user: its source, the subscription, a complimentary plan, and the history. */
export const PersonPlanScreen = () => {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(planQuery(useApi(), id));
  // An id that was mistyped in the address is invalid; that of a deleted user is not found.
  const isMissing = error instanceof ApiError && (error.status === 404 || error.code === 'validation_failed');
  const name = data && (data.full_name || data.email || texts.unknown);
  return (
    <AdminScreen
      title={texts.title}
      {...(name === undefined ? {} : { heading: texts.titleOf(name) })}
      lead={texts.lead}
      actions={
        data && (
          <Link to={paths.adminAuditAbout(id)} className={buttonClass({ variant: 'secondary' })}>
            {texts.audit}
          </Link>
        )
      }
    >
      {isMissing && (
        <EmptyState message={texts.notFound}>
          <Link to={paths.adminUsers} className={buttonClass({})}>
            {texts.toUsers}
          </Link>
        </EmptyState>
      )}
      {error !== null && !isMissing && !data && (
        <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />
      )}
      {error === null && !data && <LoadingState label={texts.loading} />}
      {data && name !== undefined && (
        <div className={styles['plan']}>
          <PlanFactsView plan={data} />
          <ComplimentarySection plan={data} name={name} />
          <PlanHistory id={id} />
        </div>
      )}
    </AdminScreen>
  );
};
