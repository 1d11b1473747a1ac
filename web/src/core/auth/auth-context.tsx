import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import type { Me } from '../../../../lambdas/contract/people/account.ts';
import type { Role } from '../../../../lambdas/contract/shared.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useApi } from '../api/api-context.tsx';
import type { AuthSession, SessionStatus } from './auth-session.ts';
import { meQuery } from './me-query.ts';

/** The signed-in user, and the actions of the session. */
export interface Auth extends Pick<
  AuthSession,
  | 'signIn'
  | 'answerChallenge'
  | 'signInWithPasskey'
  | 'confirmWithPassword'
  | 'confirmWithPasskey'
  | 'confirmWithCode'
  | 'acceptTokens'
  | 'signOut'
  | 'drop'
  | 'abandon'
> {
  readonly status: SessionStatus;
  /** The user's record; undefined until it is loaded. */
  readonly me: Me | undefined;
  /** Null while the role is unknown: no one is signed in, or the record is not loaded. */
  readonly role: Role | null;
  /** Why the user's record could not be loaded. */
  readonly meError: Error | null;
  /** Retries what failed: the session or the user's record. */
  readonly retry: () => void;
}

const AuthContext = createContext<Auth | null>(null);

/** Connects the session of this device with the user's record. Requires ApiProvider and a query client. */
export const AuthProvider = ({
  session,
  children,
}: {
  readonly session: AuthSession;
  readonly children: ReactNode;
}) => {
  const status = useSyncExternalStore(session.subscribe, session.get);
  const api = useApi();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ ...meQuery(api), enabled: status === 'signed-in' });

  useEffect(() => {
    void session.resolve();
  }, [session]);

  useEffect(() => {
    // One user's data must not be shown to the next user.
    if (status === 'signed-out') queries.clear();
    if (status === 'lost')
      // What failed meanwhile is read again once the user has signed in.
      return () => void (session.get() === 'signed-in' && queries.invalidateQueries());
    return undefined;
  }, [status, queries, session]);

  const auth = useMemo((): Auth => {
    // A record from before the server denied access is no longer valid.
    const denied = error instanceof ApiError && error.status === 403;
    const hasUser = status === 'signed-in' || status === 'lost';
    const me = hasUser && !denied ? data : undefined;
    return {
      status,
      me,
      role: me?.role ?? null,
      meError: status === 'signed-in' ? error : null,
      retry: () => void (status === 'signed-in' ? refetch() : session.resolve()),
      signIn: session.signIn,
      answerChallenge: session.answerChallenge,
      signInWithPasskey: session.signInWithPasskey,
      confirmWithPassword: session.confirmWithPassword,
      confirmWithPasskey: session.confirmWithPasskey,
      confirmWithCode: session.confirmWithCode,
      acceptTokens: session.acceptTokens,
      signOut: session.signOut,
      drop: session.drop,
      abandon: session.abandon,
    };
  }, [session, status, data, error, refetch]);

  return <AuthContext value={auth}>{children}</AuthContext>;
};

/** The signed-in user, and the actions of the session. */
export const useAuth = (): Auth => {
  const auth = useContext(AuthContext);
  if (auth === null) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
};
