import { useToast } from '../../../core/toast/toast-context.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import styles from '../security.module.css';
import { saveCredentials, type Credentials } from './credentials.ts';
import { ownTokenTexts } from './texts.ts';

const texts = ownTokenTexts.ready;

/** A file of the site. */
const SCRIPT = '/soundstage-token.mjs';

export interface ReadyDialogProps {
  readonly credentials: Credentials;
  readonly onClose: () => void;
}

/** Offers the credentials of a new token, once: saving them closes the dialog. */
export const ReadyDialog = ({ credentials, onClose }: ReadyDialogProps) => {
  const { show } = useToast();
  const save = () => {
    saveCredentials(credentials);
    show({ title: texts.saved });
    onClose();
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
      <div className={styles['form']}>
        <p>
          {texts.how}{' '}
          <a href={SCRIPT} download>
            {texts.script}
          </a>
        </p>
        <Notice tone="warning">
          <p>{texts.secret}</p>
          <p>{texts.lost}</p>
        </Notice>
        <div className={styles['dialog-actions']}>
          <Button onClick={save}>{texts.download}</Button>
        </div>
      </div>
    </Dialog>
  );
};
