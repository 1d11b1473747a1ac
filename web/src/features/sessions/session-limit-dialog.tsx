import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Session } from '../../../../lambdas/contract/people/sessions.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { sessionsQuery } from './api.ts';
import { SessionList } from './session-list.tsx';
import styles from './sessions.module.css';
import { sessionTexts } from './texts.ts';

/** Asks which session to end, because this sign-in exceeds the number of sessions. Closing it signs out. */
export const SessionLimitDialog = ({ onRoom }: { readonly onRoom: () => void }) => {
  const api = useApi();
  const queries = useQueryClient();
  const { signOut } = useAuth();
  const { data, error, refetch } = useQuery(sessionsQuery(api));
  const end = useMutation({
    mutationFn: ({ id }: Session) => api.call('sessions.end-session', { params: { sessionId: id } }),
    onSuccess: async () => {
      onRoom();
      // Everything that was denied meanwhile.
      await queries.invalidateQueries();
    },
  });
  const leave = () => void signOut();
  const { title, description } = sessionTexts.tooMany;
  return (
    <Dialog
      open
      onOpenChange={leave}
      title={title}
      description={data ? description(data.items.length, data.limit) : sessionTexts.limit.lead}
    >
      {data && <p>{sessionTexts.limit.lead}</p>}
      {data ? (
        <SessionList
          sessions={data.items}
          ending={end.isPending ? end.variables.id : undefined}
          onEnd={(session) => end.mutate(session)}
        />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <LoadingState />
      )}
      {end.isError && <p role="alert">{sessionTexts.limit.failed}</p>}
      <div className={styles['actions']}>
        <Button variant="secondary" onClick={leave}>
          {sessionTexts.limit.signOut}
        </Button>
      </div>
    </Dialog>
  );
};
