import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { useToast } from '../toast/toast-context.tsx';
import { authTexts } from './texts.ts';

/**
 * Returns a function that sends a visitor to the sign-in screen, and back to `from` afterwards. `reason` explains why
 * an account is needed.
 */
export const useSignInPrompt = (): ((
  from: string,
  reason: string,
  options?: { readonly replace?: boolean },
) => void) => {
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
