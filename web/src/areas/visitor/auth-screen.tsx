import { Suspense, useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router';
import { lazyPart } from '../../core/lazy-part.tsx';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { textInState } from '../../core/auth/auth-state.ts';
import { ConfirmForm } from '../../features/auth/confirm-form.tsx';
import { ForgotPanel } from '../../features/auth/forgot-panel.tsx';
import { ResetForm } from '../../features/auth/reset-form.tsx';
import { SignInForm } from '../../features/auth/sign-in-form.tsx';
import { SignUpForm } from '../../features/auth/sign-up-form.tsx';
import { paths } from '../../core/paths.ts';
import { authTexts } from '../../features/auth/texts.ts';
import { GetUsernameButton } from '../../features/username/get-username-button.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { usePlatform } from '../../ui/identity/use-platform.ts';
import { PageTitle } from '../../ui/layout/page/page-title.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { destinationOf, headingOf, titleOf, type AuthTab } from './auth-mode.ts';
import styles from './auth-screen.module.css';
import { useAuthFlow, type AuthFlow } from './use-auth-flow.ts';

// Rarely needed, and never at first.
const ChallengeForm = lazyPart(() => import('../../features/auth/challenge-form.tsx'), 'ChallengeForm', 'inline');
const RecoveryForm = lazyPart(() => import('../../features/auth/recovery-form.tsx'), 'RecoveryForm', 'inline');
const UsernameForm = lazyPart(() => import('../../features/username/username-form.tsx'), 'UsernameForm', 'inline');

interface AuthTabsProps {
  readonly flow: AuthFlow;
  readonly tab: AuthTab;
  readonly email: string | undefined;
}

const AuthTabs = ({ flow: { setMode, onStep, onPending }, tab, email }: AuthTabsProps) => (
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
                <>
                  <GetUsernameButton
                    email={address}
                    onSent={(sentTo) => setMode({ kind: 'username', email: sentTo })}
                  />
                  <Button variant="secondary" onClick={() => setMode({ kind: 'recovery', email: address })}>
                    {authTexts.buttons.recovery}
                  </Button>
                </>
              )}
            />
          </>
        ),
      },
      { value: 'sign-up', label: authTexts.tabs.signUp, content: <SignUpForm onPending={onPending} /> },
    ]}
  />
);

/** The form of the current step. */
const AuthStep = ({ flow }: { readonly flow: AuthFlow }) => {
  const { mode, setMode, onStep, onConfirmed, backToSignIn } = flow;
  const isForPlaylist = destinationOf(useLocation().state).startsWith(paths.playlistOf(''));
  const lead = isForPlaylist ? authTexts.headings.playlistLead : authTexts.headings.tabsLead;
  return (
    <>
      {mode.kind === 'tabs' && (
        <>
          <p className={styles['lead']}>{lead}</p>
          <AuthTabs flow={flow} tab={mode.tab} email={mode.email} />
        </>
      )}
      {mode.kind === 'confirm' && (
        <ConfirmForm
          email={mode.pending?.email}
          fullName={mode.pending?.fullName}
          password={mode.password}
          code={mode.code}
          onConfirmed={onConfirmed}
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
            onRecover={() => setMode({ kind: 'recovery', email: mode.email })}
          />
        )}
        {mode.kind === 'recovery' && (
          <RecoveryForm email={mode.email} onDone={backToSignIn} onBack={() => backToSignIn(mode.email)} />
        )}
        {mode.kind === 'username' && <UsernameForm email={mode.email} onBack={() => backToSignIn(mode.email)} />}
      </Suspense>
      {mode.kind === 'reset' && (
        <ResetForm user={mode.user} code={mode.code} onDone={() => backToSignIn()} onBack={() => backToSignIn()} />
      )}
      {mode.kind === 'created' && <p className={styles['lead']}>{authTexts.toasts.created.description}</p>}
    </>
  );
};

const AuthSteps = () => {
  const { name: platform } = usePlatform();
  const { status } = useAuth();
  const location = useLocation();
  const flow = useAuthFlow();
  const { mode } = flow;
  const heading = useRef<HTMLHeadingElement>(null);
  const shownKind = useRef(mode.kind);

  useEffect(() => {
    if (shownKind.current === mode.kind) return;
    shownKind.current = mode.kind;
    heading.current?.focus();
  }, [mode.kind]);

  if (status === 'signed-in' && (mode.kind === 'tabs' || (mode.kind === 'challenge' && !mode.afterSignUp))) {
    return <Navigate to={destinationOf(location.state)} replace />;
  }
  return (
    <div className={styles['screen']}>
      <PageTitle title={titleOf(mode)} />
      <section className={styles['card']} aria-labelledby="auth-heading">
        <h1 id="auth-heading" ref={heading} tabIndex={-1} className={styles['heading']}>
          {headingOf(mode, platform)}
        </h1>
        <AuthStep flow={flow} />
      </section>
    </div>
  );
};

/** Signing in and up, with the steps in between: confirmation code, new password, TOTP, forgotten password. */
export const AuthScreen = () => {
  const { state } = useLocation();
  // A user who secures the account signs out, which can show this screen a moment before the state arrives.
  return <AuthSteps key={textInState(state, 'newPasswordOf')} />;
};
