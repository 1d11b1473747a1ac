import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import type { Me } from '../../../../lambdas/contract/people/account.ts';
import type { Role } from '../../../../lambdas/contract/shared.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useApi } from '../api/api-context.tsx';
import type { AuthSession, SessionStatus } from './auth-session.ts';
import { meQuery } from './me-query.ts';

/** Who is signed in, and what they may do about it. */
export interface Auth extends Pick<
  AuthSession,
  | 'signIn'
  | 'answerChallenge'
  | 'signUp'
  | 'confirmSignUp'
  | 'resendCode'
  | 'requestPasswordReset'
  | 'confirmPasswordReset'
  | 'signOut'
> {
  readonly status: SessionStatus;
  /** The person's record; undefined until the server answered. */
  readonly me: Me | undefined;
  /** Null while the role is not known: nobody is signed in, or the look-up has not succeeded. */
  readonly role: Role | null;
  /** Why the person's record could not be read. */
  readonly meError: Error | null;
  /** Tries again whatever failed: the session or the person's record. */
  readonly retry: () => void;
}

const AuthContext = createContext<Auth | null>(null);

/**
 * Connects the session of this device with the server's record of the person. Needs ApiProvider and a query client
 * around it.
 */
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
    // What one person read must not be shown to the next.
    if (status === 'signed-out') queries.clear();
  }, [status, queries]);

  const auth = useMemo((): Auth => {
    // What the record said once no longer counts for somebody whom the server turns away since.
    const refused = error instanceof ApiError && error.status === 403;
    const me = status === 'signed-in' && !refused ? data : undefined;
    return {
      status,
      me,
      role: me?.role ?? null,
      meError: status === 'signed-in' ? error : null,
      retry: () => void (status === 'signed-in' ? refetch() : session.resolve()),
      signIn: session.signIn,
      answerChallenge: session.answerChallenge,
      signUp: session.signUp,
      confirmSignUp: session.confirmSignUp,
      resendCode: session.resendCode,
      requestPasswordReset: session.requestPasswordReset,
      confirmPasswordReset: session.confirmPasswordReset,
      signOut: session.signOut,
    };
  }, [session, status, data, error, refetch]);

  return <AuthContext value={auth}>{children}</AuthContext>;
};

/** Who is signed in. */
export const useAuth = (): Auth => {
  const auth = useContext(AuthContext);
  if (auth === null) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
};
