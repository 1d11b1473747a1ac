import { useId, type ReactNode, type Ref } from 'react';
import styles from './panels.module.css';

export interface PanelProps {
  readonly title: string;
  readonly lead: string;
  /** A label of its state, next to the title. */
  readonly badge?: ReactNode;
  /** With it, the heading can have the focus. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}

/** A panel of the CDN Management tab. */
export const Panel = ({ title, lead, badge, headingRef, children }: PanelProps) => {
  const heading = useId();
  return (
    <section className={styles['panel']} aria-labelledby={heading}>
      <div className={styles['head']}>
        <h2 id={heading} ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
          {title}
        </h2>
        {badge}
      </div>
      <p className={styles['quiet']}>{lead}</p>
      {children}
    </section>
  );
};

/** A part of a panel. */
export const PanelPart = ({ title, children }: Pick<PanelProps, 'title' | 'children'>) => {
  const heading = useId();
  return (
    <section className={styles['part']} aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      {children}
    </section>
  );
};
