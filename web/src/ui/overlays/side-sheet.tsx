import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './side-sheet.module.css';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';

export interface SideSheetProps {
  readonly title: string;
  /** What the sheet is for, in one sentence; announced with the title. */
  readonly description: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A non-modal panel next to the content it belongs to. It takes the focus when it opens and returns it when it closes.
 * The parent closes it on Escape, because the dialog around it receives that key first.
 */
export const SideSheet = ({ title, description, closeLabel, onClose, children }: SideSheetProps) => {
  const id = useId();
  const sheet = useRef<HTMLElement>(null);
  // A layout effect, because its cleanup must run before the sheet is removed: otherwise the dialog takes the focus.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const element = sheet.current;
    element?.focus({ preventScroll: true });
    return () => {
      const lost = document.activeElement === document.body || element?.contains(document.activeElement) === true;
      if (lost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    <section
      ref={sheet}
      tabIndex={-1}
      role="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
      className={styles['sheet']}
    >
      <div className={styles['header']}>
        <h3 id={`${id}-title`} className={styles['title']}>
          {title}
        </h3>
        <button type="button" className={styles['close']} aria-label={closeLabel} onClick={onClose}>
          <X aria-hidden size={18} />
        </button>
      </div>
      <VisuallyHidden>
        <span id={`${id}-description`}>{description}</span>
      </VisuallyHidden>
      <div className={styles['body']}>{children}</div>
    </section>
  );
};
