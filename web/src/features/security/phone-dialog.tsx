import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Dialog, DialogCancel } from '../../ui/overlays/dialog.tsx';
import styles from './security.module.css';
import { securityTexts } from './texts.ts';

const texts = securityTexts.phone;

export interface PhoneDialogProps {
  /** Sends a code to a number in the form of E.164. */
  readonly onNumber: (number: string) => Promise<void>;
  /** Proves the number. */
  readonly onCode: (code: string) => Promise<void>;
  readonly onClose: () => void;
}

/** A number as people write it, in the form of E.164. */
const toNumber = (typed: string): string => typed.replaceAll(/[\s()./-]/g, '');

/** Asks for a phone number, and then for the code that it received. */
export const PhoneDialog = ({ onNumber, onCode, onClose }: PhoneDialogProps) => {
  const field = useRef<HTMLInputElement>(null);
  const [step, setStep] = useState<'number' | 'code'>('number');
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const asksNumber = step === 'number';

  useEffect(() => field.current?.focus(), [step]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const value = toNumber(field.current?.value ?? '');
    const isComplete = asksNumber ? /^\+[1-9]\d{6,14}$/.test(value) : /^\d{6}$/.test(value);
    setMissing(!isComplete);
    if (!isComplete) return field.current?.focus();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await (asksNumber ? onNumber(value) : onCode(value));
      if (asksNumber) setStep('code');
    } catch (error) {
      setFailure(error instanceof Error ? error.message : securityTexts.section.failed);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.title}
      description={texts.text}
    >
      <form className={styles['form']} noValidate aria-label={texts.title} onSubmit={(event) => void submit(event)}>
        {asksNumber ? (
          <TextField
            key="number"
            ref={field}
            label={texts.number}
            hint={texts.numberHint}
            type="tel"
            autoComplete="tel"
            error={missing ? texts.numberNeeded : undefined}
          />
        ) : (
          <TextField
            key="code"
            ref={field}
            label={texts.code}
            hint={texts.codeHint}
            inputMode="numeric"
            autoComplete="one-time-code"
            error={missing ? texts.codeNeeded : undefined}
          />
        )}
        {failure !== null && (
          <Notice tone="danger">
            <p>{failure}</p>
          </Notice>
        )}
        <div className={styles['dialog-actions']}>
          <DialogCancel>{texts.cancel}</DialogCancel>
          <Button type="submit" busy={busy}>
            {asksNumber ? (busy ? texts.sending : texts.send) : busy ? texts.confirming : texts.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
