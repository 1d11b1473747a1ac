import * as RadixToast from '@radix-ui/react-toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Link } from 'react-router';
import { classNames } from '../../lib/class-names.ts';
import { useHeaderBottom } from '../layout/page/use-header-bottom.ts';
import { escapeNewest } from '../overlays/escape.ts';
import styles from './toast-view.module.css';

/** How long a success message stays, in milliseconds. Hover, focus and leaving the window pause the timer. */
const SUCCESS_DURATION_MS = 5_000;

export interface ToastItem {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly variant?: 'default' | 'destructive';
  readonly link?: { readonly label: string; readonly to: string };
  readonly open: boolean;
}

/**
 * Shows notifications in a corner. Errors are announced immediately and stay until dismissed; other messages are
 * announced politely and disappear automatically. F8 moves the focus here.
 */
export const ToastView = ({
  toasts,
  onDismiss,
}: {
  readonly toasts: readonly ToastItem[];
  readonly onDismiss: (id: string) => void;
}) => {
  useHeaderBottom();
  return (
    <RadixToast.Provider label="Notification" swipeDirection="right">
      {toasts.map(({ id, title, description, variant, link, open }) => {
        const destructive = variant === 'destructive';
        const Icon = destructive ? CircleAlert : CircleCheck;
        return (
          <RadixToast.Root
            key={id}
            open={open}
            onOpenChange={(next) => {
              if (!next) onDismiss(id);
            }}
            onEscapeKeyDown={(event) => {
              // Radix sends Escape to the newest layer. Unless the focus is in a message, close the dialog instead.
              const isFocused = event.target instanceof Element && event.target.closest('[data-toast]') !== null;
              if (!isFocused && escapeNewest()) event.preventDefault();
            }}
            data-toast
            type={destructive ? 'foreground' : 'background'}
            duration={destructive ? Number.POSITIVE_INFINITY : SUCCESS_DURATION_MS}
            className={classNames(styles['toast'], destructive && styles['destructive'])}
          >
            <Icon aria-hidden size={20} className={styles['icon']} />
            <div>
              <RadixToast.Title className={styles['title']}>{title}</RadixToast.Title>
              {description && (
                <RadixToast.Description className={styles['description']}>{description}</RadixToast.Description>
              )}
              {link && (
                <RadixToast.Action asChild altText={link.label}>
                  <Link to={link.to} className={styles['link']}>
                    {link.label}
                  </Link>
                </RadixToast.Action>
              )}
            </div>
            <RadixToast.Close className={styles['close']} aria-label="Dismiss">
              <X aria-hidden size={16} />
            </RadixToast.Close>
          </RadixToast.Root>
        );
      })}
      <RadixToast.Viewport className={styles['viewport']} />
    </RadixToast.Provider>
  );
};
