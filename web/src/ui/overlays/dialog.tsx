import * as RadixDialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import styles from './dialog.module.css';
import { useEscapeTarget } from './escape.ts';
import { useFocusReturn } from './use-focus-return.ts';

export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  /** What the dialog is for, in one sentence; announced with the title. */
  readonly description: string;
  /** `stage`: for pictures, dark in both themes and with a small header. */
  readonly size?: 'medium' | 'large' | 'stage';
  /** Called on Escape. Return true to keep the dialog open, because Escape closed something inside it. */
  readonly onEscape?: () => boolean;
  readonly children: ReactNode;
}

/** A modal dialog: traps the focus, closes on Escape and returns the focus to the element that opened it. */
export const Dialog = ({
  open,
  onOpenChange,
  title,
  description,
  size = 'medium',
  onEscape,
  children,
}: DialogProps) => {
  const focusReturn = useFocusReturn();
  useEscapeTarget(open, () => {
    if (!onEscape?.()) onOpenChange(false);
  });
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles['scrim']} />
        <RadixDialog.Content
          className={classNames(
            styles['dialog'],
            size === 'large' && styles['large'],
            size === 'stage' && styles['stage'],
          )}
          {...focusReturn}
          onEscapeKeyDown={(event) => {
            if (onEscape?.()) event.preventDefault();
          }}
        >
          <header className={styles['header']}>
            <RadixDialog.Title className={styles['title']}>{title}</RadixDialog.Title>
            <RadixDialog.Close className={styles['close']} aria-label="Close">
              <X aria-hidden size={18} />
            </RadixDialog.Close>
          </header>
          <RadixDialog.Description className={styles['description']}>{description}</RadixDialog.Description>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
};
