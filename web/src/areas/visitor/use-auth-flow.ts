import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useClock } from '../../core/clock-context.tsx';
import { paths } from '../../core/paths.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { readPendingSignUp, writePendingSignUp, type PendingSignUp } from '../../features/auth/pending-sign-up.ts';
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
  const [query] = useSearchParams();
  const [mode, setMode] = useState<AuthMode>(() => startMode(query));
  /** Kept in memory for the sign-in after the confirmation; never stored. */
  const password = useRef<string>(undefined);

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
    password.current = undefined;
    show(authTexts.toasts.created);
    setMode({ kind: 'created' });
  };

  const onStep = (step: SignInStep, { email, afterSignUp = false }: { email?: string; afterSignUp?: boolean }) => {
    if (step === 'done') {
      if (afterSignUp) showCreated();
      else show(authTexts.toasts.signedIn);
    } else if (step === 'confirm-sign-up')
      setMode({ kind: 'confirm', pending: readPendingSignUp() ?? (email ? { username: email, email } : undefined) });
    else if (step === 'reset-password') setMode({ kind: 'reset', user: email });
    else setMode({ kind: 'challenge', challenge: step, afterSignUp });
  };

  const onPending = (pending: PendingSignUp, secret: string) => {
    password.current = secret;
    setMode({ kind: 'confirm', pending });
  };

  const onConfirmed = async (pending: Partial<PendingSignUp> | undefined) => {
    const secret = password.current;
    if (secret !== undefined && pending?.username !== undefined) {
      try {
        onStep(await signIn(pending.username, secret), { afterSignUp: true });
        return;
      } catch {
        // The account is confirmed anyway; the user signs in manually.
      }
    }
    writePendingSignUp(undefined);
    show(authTexts.toasts.confirmed);
    backToSignIn(pending?.email);
  };

  return { mode, setMode, onStep, onPending, onConfirmed, backToSignIn };
};

export type AuthFlow = ReturnType<typeof useAuthFlow>;
