import { useState } from 'react';
import type { SignInStep } from '../../lib/auth/cognito.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { DiscardDialog } from '../../ui/overlays/discard-dialog.tsx';
import { ChallengeForm, type Challenge } from './challenge-form.tsx';
import { RecoveryForm } from './recovery-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { authTexts } from './texts.ts';

export interface SessionLostDialogProps {
  /** Address of the user whose session ended. */
  readonly email: string;
  /** The user gives up the input of the page. */
  readonly onLeave: () => void;
}

/**
 * Asks a user to sign in again, because the session ended while the page had unsaved input. It is still there
 * afterwards. Closing the dialog discards it, and asks first. What is entered here, such as a code, is no input of the
 * page.
 */
export const SessionLostDialog = ({ email, onLeave }: SessionLostDialogProps) => {
  const [step, setStep] = useState<Challenge | 'password' | 'recovery'>('password');
  const [leaving, setLeaving] = useState(false);
  const toPassword = () => setStep('password');
  const onStep = (next: SignInStep) => {
    if (next === 'new-password' || next === 'totp' || next === 'sms') setStep(next);
    // Only the page for signing in can reset a password.
    else if (next !== 'done') setLeaving(true);
  };
  return (
    <Dialog
      open
      onOpenChange={() => setLeaving(true)}
      title={authTexts.lost.title}
      description={authTexts.lost.text}
      keepsInput
    >
      {step === 'password' && <SignInForm email={email} fixed onStep={onStep} />}
      {step === 'recovery' && <RecoveryForm email={email} onDone={toPassword} onBack={toPassword} guarded={false} />}
      {step !== 'password' && step !== 'recovery' && (
        <ChallengeForm
          key={step}
          challenge={step}
          onStep={onStep}
          onBack={toPassword}
          onRecover={() => setStep('recovery')}
          guarded={false}
        />
      )}
      {leaving && <DiscardDialog onStay={() => setLeaving(false)} onDiscard={onLeave} />}
    </Dialog>
  );
};
