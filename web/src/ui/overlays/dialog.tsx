import * as RadixDialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { hasUnsavedFormSince, nextTurn } from '../../lib/unsaved-forms.ts';
import { Button } from '../actions/button.tsx';
import { ABOVE_DIALOGS } from '../feedback/part-failure.tsx';
import styles from './dialog.module.css';
import { DiscardDialog } from './discard-dialog.tsx';
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
  /** The input survives that the dialog is closed, so closing it does not ask. @default false */
  readonly keepsInput?: boolean;
  readonly children: ReactNode;
}

const CloseContext = createContext<() => void>(() => undefined);

/** A button in a dialog that does what its Close button does: it asks before unsaved input is lost. */
export const DialogCancel = ({ children = 'Cancel' }: { readonly children?: string }) => (
  <Button variant="secondary" onClick={useContext(CloseContext)}>
    {children}
  </Button>
);

/** The moment when a dialog was last opened: its forms open later, those of the page behind it opened earlier. */
const useOpened = (open: boolean): number => {
  const [opened, setOpened] = useState(() => ({ open, turn: nextTurn() }));
  if (opened.open !== open) setOpened({ open, turn: nextTurn() });
  return opened.turn;
};

/**
 * A modal dialog: traps the focus, closes on Escape and returns the focus to the element that opened it. With unsaved
 * input in one of its forms, Escape, Close and a click outside ask first.
 */
export const Dialog = ({
  open,
  onOpenChange,
  title,
  description,
  size = 'medium',
  onEscape,
  keepsInput = false,
  children,
}: DialogProps) => {
  const focusReturn = useFocusReturn();
  const opened = useOpened(open);
  const [asking, setAsking] = useState(false);
  const close = () => {
    if (!keepsInput && hasUnsavedFormSince(opened)) setAsking(true);
    else onOpenChange(false);
  };
  useEscapeTarget(open, () => {
    if (!onEscape?.()) close();
  });
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => (next ? onOpenChange(true) : close())}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={styles['scrim']} />
        <RadixDialog.Content
          className={classNames(
            styles['dialog'],
            size === 'large' && styles['large'],
            size === 'stage' && styles['stage'],
          )}
          {...focusReturn}
          onInteractOutside={(event) => {
            if (event.target instanceof Element && event.target.closest(`[${ABOVE_DIALOGS}]`)) event.preventDefault();
          }}
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
          <CloseContext value={close}>{children}</CloseContext>
          {asking && (
            <DiscardDialog
              onStay={() => setAsking(false)}
              onDiscard={() => {
                setAsking(false);
                onOpenChange(false);
              }}
            />
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
};
