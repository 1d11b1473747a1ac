import * as RadixAlertDialog from '@radix-ui/react-alert-dialog';
import { classNames } from '../../lib/class-names.ts';
import { Button } from '../actions/button.tsx';
import styles from './dialog.module.css';
import confirm from './confirm-dialog.module.css';
import { useEscapeTarget } from './escape.ts';
import { useFocusReturn } from './use-focus-return.ts';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  /** What will happen, in one sentence. */
  readonly description: string;
  /** Label of the button that confirms. */
  readonly action: string;
  readonly cancel?: string;
  /** The action cannot be undone. */
  readonly dangerous?: boolean;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
}

/** Asks for confirmation. The focus starts on the cancel button; a click outside does not close the dialog. */
export const ConfirmDialog = ({
  open,
  onOpenChange,
  title,
  description,
  action,
  cancel = 'Cancel',
  dangerous = false,
  busy = false,
  onConfirm,
}: ConfirmDialogProps) => {
  const focusReturn = useFocusReturn();
  useEscapeTarget(open, () => onOpenChange(false));
  return (
    <RadixAlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixAlertDialog.Portal>
        <RadixAlertDialog.Overlay className={styles['scrim']} />
        <RadixAlertDialog.Content className={classNames(styles['dialog'], confirm['dialog'])} {...focusReturn}>
          <RadixAlertDialog.Title className={styles['title']}>{title}</RadixAlertDialog.Title>
          <RadixAlertDialog.Description className={styles['description']}>{description}</RadixAlertDialog.Description>
          <div className={confirm['actions']}>
            <RadixAlertDialog.Cancel asChild>
              <Button variant="secondary">{cancel}</Button>
            </RadixAlertDialog.Cancel>
            <Button variant={dangerous ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </RadixAlertDialog.Content>
      </RadixAlertDialog.Portal>
    </RadixAlertDialog.Root>
  );
};
