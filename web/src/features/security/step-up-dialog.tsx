import { useEffect, useRef, useState, type FormEvent, type Ref } from 'react';
import { useAuth } from '../../core/auth/auth-context.tsx';
import type { Factor } from '../../../../lambdas/contract/people/factors.ts';
import type { StepUpDemand } from '../../core/auth/step-up.ts';
import { useConfig } from '../../core/config-context.tsx';
import { canUsePasskeys } from '../../lib/auth/passkeys.ts';
import type { ConfirmStep } from '../../lib/auth/cognito-types.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './security.module.css';
import { securityTexts } from './texts.ts';
import { useCodeFactors, type AskedCode } from './use-code-factors.ts';

const texts = securityTexts.stepUp;

type Step = 'password' | Exclude<ConfirmStep, 'done'>;

/** The field for what the step asks for: the password, or a code. */
const StepField = ({
  step,
  missing,
  ref,
}: {
  readonly step: Step;
  readonly missing: boolean;
  readonly ref: Ref<HTMLInputElement>;
}) =>
  step === 'password' ? (
    <PasswordField
      key="password"
      ref={ref}
      label={texts.password}
      autoComplete="current-password"
      error={missing ? texts.passwordNeeded : undefined}
    />
  ) : (
    <TextField
      key="code"
      ref={ref}
      label={texts.code}
      hint={step === 'sms' ? texts.smsHint : texts.codeHint}
      inputMode="numeric"
      autoComplete="one-time-code"
      error={missing ? texts.codeNeeded : undefined}
    />
  );

/**
 * Asks the user to sign in again, by passkey or by password and code. A code alone is enough in addition to a password
 * that was given a moment ago. `onFinish` ends the question; the call that needed the answer then continues, or fails
 * when the user canceled.
 */
export const StepUpDialog = ({
  demand,
  onFinish,
}: {
  readonly demand: StepUpDemand;
  readonly onFinish: (confirmed: boolean) => void;
}) => {
  const { confirmWithPassword, confirmWithPasskey, confirmWithCode } = useAuth();
  const { passkeys } = useConfig();
  const codes = useCodeFactors(demand.assurance === 'aal2');
  const [step, setStep] = useState<Step>('password');
  const [asked, setAsked] = useState<AskedCode | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => field.current?.focus(), [step]);

  const run = async (kind: string, confirm: () => Promise<ConfirmStep>) => {
    if (busy !== null) return;
    setBusy(kind);
    setFailure(null);
    try {
      const next = await confirm();
      if (next === 'done') onFinish(true);
      else setStep(next);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : securityTexts.section.failed);
    } finally {
      setBusy(null);
    }
  };

  const askCode = (factor: Factor) =>
    run(factor.id, async () => {
      setAsked(await codes.ask(factor));
      return factor.factor_type === 'phone' ? 'sms' : 'totp';
    });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = field.current?.value ?? '';
    setMissing(value.trim() === '');
    if (value.trim() === '') return field.current?.focus();
    void run('form', () => {
      if (step === 'password') return confirmWithPassword(value);
      return asked ? codes.answer(asked, value.trim()) : confirmWithCode(value.trim());
    });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onFinish(false);
      }}
      title={texts.title}
      description={demand.assurance === 'aal2' ? `${texts.text} ${texts.factor}` : texts.text}
    >
      <form className={styles['form']} noValidate aria-label={texts.title} onSubmit={submit}>
        <StepField ref={field} step={step} missing={missing} />
        {failure !== null && (
          <Notice tone="danger">
            <p>{failure}</p>
          </Notice>
        )}
        <div className={styles['dialog-actions']}>
          {step === 'password' &&
            codes.factors.map((factor) => (
              <Button
                key={factor.id}
                variant="secondary"
                busy={busy === factor.id}
                onClick={() => void askCode(factor)}
              >
                {factor.factor_type === 'phone' ? texts.usePhone(factor.hint ?? '') : texts.useApp}
              </Button>
            ))}
          {step === 'password' && passkeys && canUsePasskeys() && (
            <Button
              variant="secondary"
              busy={busy === 'passkey'}
              onClick={() => void run('passkey', confirmWithPasskey)}
            >
              {busy === 'passkey' ? texts.waiting : texts.passkey}
            </Button>
          )}
          <Button variant="secondary" onClick={() => onFinish(false)}>
            {texts.cancel}
          </Button>
          <Button type="submit" busy={busy === 'form'}>
            {busy === 'form' ? texts.confirming : texts.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
