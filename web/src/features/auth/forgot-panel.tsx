import { useState, type ReactNode } from 'react';
import { useToast } from '../../core/toast/toast-context.tsx';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import styles from './forms.module.css';
import { authTexts } from './texts.ts';
import { useCredentials } from './use-credentials.ts';
import { useReportedStep } from './use-reported-step.ts';

export interface ForgotPanelProps {
  /** Opens the form for the password reset code. */
  readonly onCode: (email: string) => void;
  /** More buttons for the typed email address, which can be empty. */
  readonly moreOf?: (email: string) => ReactNode;
}

/** Sends the password reset email. Shows the same message whether or not the address has an account. */
export const ForgotPanel = ({ onCode, moreOf }: ForgotPanelProps) => {
  const { requestPasswordReset } = useCredentials();
  const { show } = useToast();
  const { reported } = useReportedStep();
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const address = email.trim();
  useUnsavedChanges(address !== '');

  const reset = async () => {
    setBusy(true);
    const done = await reported(authTexts.toasts.resetFailed, () => requestPasswordReset(address));
    if (done) show(authTexts.toasts.resetSent);
    setSent(done);
    setBusy(false);
  };

  return (
    <details className={styles['panel']}>
      <summary className={styles['summary']}>{authTexts.forgot.summary}</summary>
      <div className={styles['panelBody']}>
        <p className={styles['small']}>{authTexts.forgot.lead}</p>
        <TextField
          label={authTexts.forgot.email}
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <div className={styles['actions']}>
          <Button variant="secondary" disabled={address === ''} busy={busy} onClick={reset}>
            {authTexts.forgot.reset}
          </Button>
          {moreOf?.(address)}
          {sent && (
            <Button variant="ghost" onClick={() => onCode(address)}>
              {authTexts.buttons.haveCode}
            </Button>
          )}
        </div>
      </div>
    </details>
  );
};
