import { useState } from 'react';
import type { Session } from '../../../../lambdas/contract/people/sessions.ts';
import { formatZonedTime } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './sessions.module.css';
import { sessionTexts } from './texts.ts';

/** Asks whether a session on a new device is one of the user. Closing it leaves the question for the next visit. */
export const DeviceDialog = ({
  session,
  busy,
  onConfirm,
  onSecure,
}: {
  readonly session: Session;
  readonly busy: 'confirm' | 'secure' | null;
  readonly onConfirm: () => void;
  readonly onSecure: () => void;
}) => {
  const [open, setOpen] = useState(true);
  const { title, description } = sessionTexts.deviceChange;
  return (
    <Dialog open={open} onOpenChange={setOpen} title={title} description={description}>
      <p>{sessionTexts.device.question(session.device, formatZonedTime(session.begun_at))}</p>
      <div className={styles['actions']}>
        <Button variant="secondary" busy={busy === 'confirm'} disabled={busy === 'secure'} onClick={onConfirm}>
          {sessionTexts.device.mine}
        </Button>
        <Button variant="danger" busy={busy === 'secure'} disabled={busy === 'confirm'} onClick={onSecure}>
          {sessionTexts.device.secure}
        </Button>
      </div>
    </Dialog>
  );
};
