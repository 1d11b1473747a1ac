import { SlidersHorizontal } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import { Button } from '../../actions/button.tsx';
import styles from './narrow-panel.module.css';

export interface NarrowPanelProps {
  /** Text of the button that opens the panel. */
  readonly label: string;
  /** Lays out the children when the panel is shown on a narrow screen. */
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/**
 * A part of a form that is collapsed behind a button on narrow screens. On wide screens there is no button and no box:
 * the children take part in the form's own layout.
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
