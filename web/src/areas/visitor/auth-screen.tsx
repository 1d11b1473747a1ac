import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useClock } from '../../core/clock-context.tsx';
import { paths } from '../../core/paths.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { readAuthLink } from '../../features/auth/auth-link.ts';
import type { Challenge } from '../../features/auth/challenge-form.tsx';
import { ConfirmForm } from '../../features/auth/confirm-form.tsx';
import { ForgotPanel } from '../../features/auth/forgot-panel.tsx';
import { readPendingSignUp, writePendingSignUp, type PendingSignUp } from '../../features/auth/pending-sign-up.ts';
import { ResetForm } from '../../features/auth/reset-form.tsx';
import { SignInForm } from '../../features/auth/sign-in-form.tsx';
import { SignUpForm } from '../../features/auth/sign-up-form.tsx';
import { authTexts } from '../../features/auth/texts.ts';
import { GetUsernameButton } from '../../features/username/get-username-button.tsx';
import { usernameTexts } from '../../features/username/texts.ts';
import type { SignInStep } from '../../lib/auth/cognito.ts';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { PageTitle } from '../../ui/layout/page-title.tsx';
import { Tabs } from '../../ui/overlays/tabs.tsx';
import { usePlatform } from '../../ui/identity/use-platform.ts';
import styles from './auth-screen.module.css';

// Few people meet these, and none at first.
const ChallengeForm = lazy(async () => ({
  default: (await import('../../features/auth/challenge-form.tsx')).ChallengeForm,
}));
const UsernameForm = lazy(async () => ({
  default: (await import('../../features/username/username-form.tsx')).UsernameForm,
}));

/** Milliseconds that the success of a sign-up is shown before the plans (specification, section 9). */
const PLANS_DELAY_MS = 1_500;

type Mode =
  | { readonly kind: 'tabs'; readonly tab: 'sign-in' | 'sign-up'; readonly email?: string }
  | {
      readonly kind: 'confirm';
      readonly pending: Partial<PendingSignUp> | undefined;
      readonly code?: string | undefined;
    }
  | { readonly kind: 'challenge'; readonly challenge: Challenge; readonly afterSignUp: boolean }
  | { readonly kind: 'reset'; readonly user?: string | undefined; readonly code?: string | undefined }
  | { readonly kind: 'username'; readonly email: string }
  | { readonly kind: 'created' };

const headings: Record<Exclude<Mode['kind'], 'tabs'>, string> = {
  confirm: authTexts.headings.confirm,
  challenge: authTexts.headings.totp,
  reset: authTexts.headings.reset,
  username: usernameTexts.heading,
  created: authTexts.headings.created,
};

const headingOf = (mode: Mode, platform: string): string => {
  if (mode.kind === 'tabs') return authTexts.headings.tabs(platform);
  return mode.kind === 'challenge' && mode.challenge === 'new-password'
    ? authTexts.headings.newPassword
    : headings[mode.kind];
};

/** What the window is called: the tab that is open, or the step. */
const titleOf = (mode: Mode): string => {
  if (mode.kind !== 'tabs') return headingOf(mode, '');
  return mode.tab === 'sign-up' ? authTexts.tabs.signUp : authTexts.tabs.signIn;
};

const startMode = (query: URLSearchParams): Mode => {
  const link = readAuthLink(query);
  if (link?.purpose === 'reset') return { kind: 'reset', user: link.user, code: link.code };
  const pending = readPendingSignUp();
  if (link) {
    const own = link.user === undefined || link.user === pending?.username ? pending : undefined;
    return {
      kind: 'confirm',
      pending: { ...own, ...(link.user === undefined ? {} : { username: link.user }) },
      code: link.code,
    };
  }
  return { kind: 'tabs', tab: query.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in' };
};

/** Where the person wanted to go when a guard sent them here. */
const destinationOf = (state: unknown): string => {
  const from: unknown = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' && from.startsWith('/') && !from.startsWith('//') ? from : paths.home;
};

/** Signing in and up, with everything that may come between: code, new password, TOTP, forgotten password. */
export const AuthScreen = () => {
  const clock = useClock();
  const { name: platform } = usePlatform();
  const { status, signIn } = useAuth();
  const { show } = useToast();
  const navigate = useNavigate();
  const location = useLocation();
  const [query] = useSearchParams();
  const [mode, setMode] = useState<Mode>(() => startMode(query));
  /** Kept for the sign-in that follows the confirmation; never stored. */
  const password = useRef<string>(undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  const shownKind = useRef(mode.kind);

  useEffect(() => {
    if (shownKind.current === mode.kind) return;
    shownKind.current = mode.kind;
    heading.current?.focus();
  }, [mode.kind]);

  useEffect(() => {
    if (mode.kind !== 'created') return undefined;
    return clock.after(PLANS_DELAY_MS, () => void navigate(paths.plans, { replace: true }));
  }, [mode.kind, clock, navigate]);

  const backToSignIn = (email?: string) => {
    if (location.search !== '') void navigate(paths.auth, { replace: true, state: location.state });
    setMode({ kind: 'tabs', tab: 'sign-in', ...(email === undefined ? {} : { email }) });
  };

  const created = () => {
    writePendingSignUp(undefined);
    password.current = undefined;
    show(authTexts.toasts.created);
    setMode({ kind: 'created' });
  };

  const onStep = (step: SignInStep, { email, afterSignUp = false }: { email?: string; afterSignUp?: boolean }) => {
    if (step === 'done') {
      if (afterSignUp) created();
      else show(authTexts.toasts.signedIn);
    } else if (step === 'confirm-sign-up')
      setMode({ kind: 'confirm', pending: readPendingSignUp() ?? (email ? { username: email, email } : undefined) });
    else if (step === 'reset-password') setMode({ kind: 'reset', user: email });
    else setMode({ kind: 'challenge', challenge: step, afterSignUp });
  };

  const onConfirmed = async (pending: Partial<PendingSignUp> | undefined) => {
    const secret = password.current;
    if (secret !== undefined && pending?.username !== undefined) {
      try {
        onStep(await signIn(pending.username, secret), { afterSignUp: true });
        return;
      } catch {
        // The account is confirmed all the same; the person signs in by hand.
      }
    }
    writePendingSignUp(undefined);
    show(authTexts.toasts.confirmed);
    backToSignIn(pending?.email);
  };

  if (status === 'signed-in' && (mode.kind === 'tabs' || (mode.kind === 'challenge' && !mode.afterSignUp))) {
    return <Navigate to={destinationOf(location.state)} replace />;
  }

  const tabs = (tab: 'sign-in' | 'sign-up', email: string | undefined) => (
    <Tabs
      label={authTexts.tabs.label}
      value={tab}
      onValueChange={(value) => setMode({ kind: 'tabs', tab: value === 'sign-up' ? 'sign-up' : 'sign-in' })}
      tabs={[
        {
          value: 'sign-in',
          label: authTexts.tabs.signIn,
          content: (
            <>
              <SignInForm email={email} onStep={(step, address) => onStep(step, { email: address })} />
              <ForgotPanel
                onCode={(address) => setMode({ kind: 'reset', user: address })}
                moreOf={(address) => (
                  <GetUsernameButton email={address} onSent={(asked) => setMode({ kind: 'username', email: asked })} />
                )}
              />
            </>
          ),
        },
        {
          value: 'sign-up',
          label: authTexts.tabs.signUp,
          content: (
            <SignUpForm
              onPending={(pending, secret) => {
                password.current = secret;
                setMode({ kind: 'confirm', pending });
              }}
            />
          ),
        },
      ]}
    />
  );

  return (
    <div className={styles['screen']}>
      <PageTitle title={titleOf(mode)} />
      <section className={styles['card']} aria-labelledby="auth-heading">
        <h1 id="auth-heading" ref={heading} tabIndex={-1} className={styles['heading']}>
          {headingOf(mode, platform)}
        </h1>
        {mode.kind === 'tabs' && (
          <>
            <p className={styles['lead']}>{authTexts.headings.tabsLead}</p>
            {tabs(mode.tab, mode.email)}
          </>
        )}
        {mode.kind === 'confirm' && (
          <ConfirmForm
            username={mode.pending?.username}
            email={mode.pending?.email}
            code={mode.code}
            onConfirmed={() => onConfirmed(mode.pending)}
            onBack={() => backToSignIn()}
          />
        )}
        <Suspense fallback={<LoadingState />}>
          {mode.kind === 'challenge' && (
            <ChallengeForm
              key={mode.challenge}
              challenge={mode.challenge}
              onStep={(step) => onStep(step, { afterSignUp: mode.afterSignUp })}
              onBack={() => backToSignIn()}
            />
          )}
          {mode.kind === 'username' && <UsernameForm email={mode.email} onBack={() => backToSignIn(mode.email)} />}
        </Suspense>
        {mode.kind === 'reset' && (
          <ResetForm user={mode.user} code={mode.code} onDone={() => backToSignIn()} onBack={() => backToSignIn()} />
        )}
        {mode.kind === 'created' && <p className={styles['lead']}>{authTexts.toasts.created.description}</p>}
      </section>
    </div>
  );
};
