import { SlidersHorizontal } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { Button } from '../actions/button.tsx';
import styles from './narrow-panel.module.css';

export interface NarrowPanelProps {
  /** What the button says that opens it. */
  readonly label: string;
  /** Lays out what is in it where the panel is open on its own. */
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/**
 * Part of a form that waits behind a button where there is little room. Where there is enough, it has neither button
 * nor box: its parts stand in the form's own layout.
 */
export const NarrowPanel = ({ label, className, children }: NarrowPanelProps) => {
  const [opened, setOpened] = useState(false);
  const id = useId();
  return (
    <>
      <div className={styles['opener']}>
        <Button variant="secondary" aria-expanded={opened} aria-controls={id} onClick={() => setOpened(!opened)}>
          <SlidersHorizontal aria-hidden size={16} />
          {label}
        </Button>
      </div>
      <div id={id} className={classNames(styles['panel'], className)} data-opened={opened || undefined}>
        {children}
      </div>
    </>
  );
};
