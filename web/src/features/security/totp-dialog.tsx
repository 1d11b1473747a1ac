import { useRef, useState, type FormEvent } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Dialog, DialogCancel } from '../../ui/overlays/dialog.tsx';
import { QrCode } from './qr-code.tsx';
import styles from './security.module.css';
import { securityTexts } from './texts.ts';

const texts = securityTexts.totp;

export interface TotpDialogProps {
  /** The secret in base 32, and the address for the QR code. */
  readonly setup: { readonly secret: string; readonly uri: string };
  /** Completes the setup. Rejects with the code `code_rejected` for a wrong code. */
  readonly onCode: (code: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Shows the QR code of a new authenticator app, and asks for its first code. */
export const TotpDialog = ({ setup, onCode, onClose }: TotpDialogProps) => {
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const code = (field.current?.value ?? '').replaceAll(/\s/g, '');
    const isComplete = /^\d{6}$/.test(code);
    setMissing(!isComplete);
    if (!isComplete) return field.current?.focus();
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await onCode(code);
    } catch (error) {
      const wrong = error instanceof ApiError && error.code === 'code_rejected';
      setFailure(wrong ? texts.wrong : error instanceof Error ? error.message : securityTexts.section.failed);
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
        <QrCode text={setup.uri} label={texts.qr} />
        <p>
          {texts.secret} <span className={styles['secret']}>{setup.secret}</span>
        </p>
        <TextField
          ref={field}
          label={texts.code}
          hint={texts.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={missing ? texts.codeNeeded : undefined}
        />
        {failure !== null && (
          <Notice tone="danger">
            <p>{failure}</p>
          </Notice>
        )}
        <div className={styles['dialog-actions']}>
          <DialogCancel>{texts.cancel}</DialogCancel>
          <Button type="submit" busy={busy}>
            {busy ? texts.confirming : texts.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
