import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../core/api/api-context.tsx';
import { policyQuery } from '../../features/safety/api.ts';
import { PolicyForm } from '../../features/safety/policy-form.tsx';
import { PolicyVersions } from '../../features/safety/policy-versions.tsx';
import { safetyTexts } from '../../features/safety/texts.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { AdminScreen } from './admin-screen.tsx';

const texts = safetyTexts.policy;

/** The safety policy with its versions, and how far the catalog is evaluated by it. */
export const SafetyPolicyScreen = () => {
  const { data, error, refetch } = useQuery({ ...policyQuery(useApi()), refetchOnWindowFocus: false });
  const evaluation = data?.evaluation;
  return (
    <AdminScreen title={texts.title} lead={texts.lead}>
      {error !== null && !data && <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />}
      {error === null && !data && <LoadingState label={texts.loading} />}
      {evaluation && (
        <p role="status">
          {evaluation.state === 'running'
            ? texts.running(evaluation.checked)
            : texts.done(evaluation.checked, evaluation.changed)}
        </p>
      )}
      {data && <PolicyForm policy={data.policy} />}
      {data && <PolicyVersions />}
    </AdminScreen>
  );
};
