import { useId, type ReactNode } from 'react';
import styles from './monitor.module.css';
import { PeriodField, type PeriodFieldProps } from './period-field.tsx';

export interface PeriodFigureProps<Period extends number> extends PeriodFieldProps<Period> {
  readonly title: string;
  readonly children: ReactNode;
}

/** A framed part with the choice of the period that its numbers are about. */
export const PeriodFigure = <Period extends number>({ title, children, ...field }: PeriodFigureProps<Period>) => {
  const id = useId();
  return (
    <section className={styles['figure']} aria-labelledby={id}>
      <div className={styles['bar']}>
        <h2 id={id}>{title}</h2>
        <PeriodField {...field} />
      </div>
      {children}
    </section>
  );
};
