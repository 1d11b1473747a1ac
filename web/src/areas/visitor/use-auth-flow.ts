import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useClock } from '../../core/clock-context.tsx';
import { paths } from '../../core/paths.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { writePendingSignUp, type PendingSignUp } from '../../features/auth/pending-sign-up.ts';
import { authTexts } from '../../features/auth/texts.ts';
import type { SignInStep } from '../../lib/auth/cognito.ts';
import { startMode, type AuthMode } from './auth-mode.ts';

/** How long the success of a sign-up is shown before the plans, in milliseconds (specification, section 9). */
const PLANS_DELAY_MS = 1_500;

/** The current step of signing in or up, and the transitions between steps. */
export const useAuthFlow = () => {
  const clock = useClock();
  const { signIn } = useAuth();
  const { show } = useToast();
  const navigate = useNavigate();
  const location = useLocation();
  const [mode, setMode] = useState<AuthMode>(() => startMode(location));

  useEffect(() => {
    if (mode.kind !== 'created') return undefined;
    return clock.after(PLANS_DELAY_MS, () => void navigate(paths.plans, { replace: true }));
  }, [mode.kind, clock, navigate]);

  const backToSignIn = (email?: string) => {
    if (location.search !== '') void navigate(paths.auth, { replace: true, state: location.state });
    setMode({ kind: 'tabs', tab: 'sign-in', ...(email === undefined ? {} : { email }) });
  };

  const showCreated = () => {
    writePendingSignUp(undefined);
    show(authTexts.toasts.created);
    setMode({ kind: 'created' });
  };

  const onStep = (step: SignInStep, { email, afterSignUp = false }: { email?: string; afterSignUp?: boolean }) => {
    if (step === 'done') {
      if (afterSignUp) showCreated();
      else show(authTexts.toasts.signedIn);
    } else if (step === 'reset-password') setMode({ kind: 'reset', user: email });
    else setMode({ kind: 'challenge', challenge: step, afterSignUp, email });
  };

  const onPending = (pending: PendingSignUp, password: string) => setMode({ kind: 'confirm', pending, password });

  const onConfirmed = async (email: string, password: string) => {
    try {
      onStep(await signIn(email, password), { afterSignUp: true });
    } catch {
      // The account is confirmed anyway; the user signs in manually.
      writePendingSignUp(undefined);
      show(authTexts.toasts.confirmed);
      backToSignIn(email);
    }
  };

  return { mode, setMode, onStep, onPending, onConfirmed, backToSignIn };
};

export type AuthFlow = ReturnType<typeof useAuthFlow>;
