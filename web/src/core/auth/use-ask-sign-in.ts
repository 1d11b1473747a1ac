import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { useToast } from '../toast/toast-context.tsx';
import { authTexts } from './texts.ts';

/**
 * Sends a visitor to the sign-in screen for something that needs an account, and back to an address afterwards.
 * `reason` says what it is for.
 */
export const useAskSignIn = (): ((from: string, reason: string, options?: { readonly replace?: boolean }) => void) => {
  const navigate = useNavigate();
  const { show } = useToast();
  return useCallback(
    (from, reason, { replace = false } = {}) => {
      show({ title: authTexts.signInNeeded, description: reason });
      void navigate(paths.auth, { state: { from }, replace });
    },
    [navigate, show],
  );
};
