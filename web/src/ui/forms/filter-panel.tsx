import { useId, type ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { NarrowPanel } from '../layout/page/narrow-panel.tsx';
import styles from './filter-panel.module.css';

export interface FilterPanelProps {
  readonly title: string;
  /** Text of the button that opens the panel on narrow screens, by the number of filters that are set. */
  readonly opener: (count: number) => string;
  /** Text of the button that clears all filters. */
  readonly clear: string;
  /** The filters by name; '' is none. */
  readonly values: object;
  /** Explains the filters. */
  readonly hint?: string;
  readonly onClear: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** The filters above a list: fields that take effect immediately, and a button that clears them. */
export const FilterPanel = ({ title, opener, clear, values, hint, onClear, children }: FilterPanelProps) => {
  const heading = useId();
  const count = (Object.values(values) as readonly unknown[]).filter((value) => value !== '').length;
  return (
    <form aria-labelledby={heading} className={styles['filters']} onSubmit={(event) => event.preventDefault()}>
      <h2 id={heading} className={styles['title']}>
        {title}
      </h2>
      <NarrowPanel label={opener(count)} className={styles['fields']}>
        {children}
        {hint !== undefined && <p className={styles['hint']}>{hint}</p>}
        <Button variant="ghost" disabled={count === 0} onClick={onClear}>
          {clear}
        </Button>
      </NarrowPanel>
    </form>
  );
};
