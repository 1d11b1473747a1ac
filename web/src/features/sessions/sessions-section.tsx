import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { sessionsQuery } from './api.ts';
import { SessionList } from './session-list.tsx';
import styles from './sessions.module.css';
import { SignInActivity } from './sign-in-activity.tsx';
import { sessionTexts } from './texts.ts';

const texts = sessionTexts.section;

/** The user's sessions, in the profile, with buttons to end them. */
export const SessionsSection = () => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const { data, error, refetch } = useQuery(sessionsQuery(api));
  const end = useMutation({
    mutationFn: (sessionId: string | null) =>
      sessionId === null
        ? api.call('sessions.end-others', {})
        : api.call('sessions.end-session', { params: { sessionId } }),
    onSuccess: (_result, sessionId) => show(sessionId === null ? texts.othersEnded : texts.ended),
    onError: () => show({ ...texts.failed, variant: 'destructive' }),
    // Also after an error: the session may have ended meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery(api).queryKey }),
  });
  const content = () => {
    if (!data) return error ? <ErrorState message={error.message} onRetry={() => void refetch()} /> : <LoadingState />;
    return (
      <>
        <SessionList
          sessions={data.items}
          ending={end.isPending ? (end.variables ?? undefined) : undefined}
          onEnd={({ id }) => end.mutate(id)}
        />
        {data.items.length > 1 && (
          <div className={styles['actions']}>
            <Button variant="secondary" busy={end.isPending && end.variables === null} onClick={() => end.mutate(null)}>
              {texts.endOthers}
            </Button>
          </div>
        )}
      </>
    );
  };
  return (
    <section className={styles['section']} aria-labelledby="sessions-heading">
      <h3 id="sessions-heading">{texts.title}</h3>
      <p className={styles['lead']}>{texts.lead}</p>
      {content()}
      <SignInActivity />
    </section>
  );
};
