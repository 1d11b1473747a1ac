import type { ReactNode } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import type { Role } from '../../../../lambdas/contract/shared.ts';
import { paths } from '../paths.ts';
import { Button, buttonClass } from '../../ui/actions/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { MessagePage } from '../../ui/layout/page/message-page.tsx';
import { useConfig } from '../config-context.tsx';
import { useAuth } from './auth-context.tsx';
import { authTexts } from './texts.ts';

/** Explains that the session can't be checked. A signed-in user can sign out, even if the account is disabled. */
const SessionUnavailable = ({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) => {
  const { status, signOut } = useAuth();
  return (
    <MessagePage title={authTexts.unavailableTitle}>
      <ErrorState message={error?.message ?? authTexts.unavailableText} onRetry={onRetry}>
        {status === 'signed-in' && (
          <Button variant="ghost" onClick={() => void signOut()}>
            {authTexts.signOut}
          </Button>
        )}
      </ErrorState>
    </MessagePage>
  );
};

/** Shows its children to signed-in users. Redirects visitors to the sign-in screen, and back afterwards. */
export const RequireUser = ({ children }: { readonly children: ReactNode }) => {
  const { status, retry } = useAuth();
  const { pathname, search, hash } = useLocation();
  if (status === 'loading') return <LoadingState label={authTexts.loading} />;
  if (status === 'unavailable') return <SessionUnavailable error={null} onRetry={retry} />;
  if (status === 'signed-out')
    return <Navigate to={paths.auth} replace state={{ from: `${pathname}${search}${hash}` }} />;
  return children;
};

/** Shows its children to anyone if the stage's catalog is public, otherwise to signed-in users. */
export const RequireBrowsing = ({ children }: { readonly children: ReactNode }) => {
  const { publicCatalog } = useConfig();
  const { status } = useAuth();
  return publicCatalog && status === 'signed-out' ? children : <RequireUser>{children}</RequireUser>;
};

/** The page for users whose role does not permit an area. */
export const AccessDenied = () => (
  <MessagePage title={authTexts.accessDeniedTitle} text={authTexts.accessDeniedText}>
    <Link to={paths.home} className={buttonClass({})}>
      {authTexts.goHome}
    </Link>
  </MessagePage>
);

/** Shows its children to signed-in users with one of the roles. The server checks the role on every call. */
export const RequireRole = ({ roles, children }: { readonly roles: readonly Role[]; readonly children: ReactNode }) => {
  const { role, meError, retry } = useAuth();
  const guarded = () => {
    if (role !== null) return roles.includes(role) ? children : <AccessDenied />;
    return meError ? (
      <SessionUnavailable error={meError} onRetry={retry} />
    ) : (
      <LoadingState label={authTexts.loading} />
    );
  };
  return <RequireUser>{guarded()}</RequireUser>;
};
