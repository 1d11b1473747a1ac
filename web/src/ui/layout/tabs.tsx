import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import styles from './tabs.module.css';

export interface Tab {
  readonly value: string;
  readonly label: string;
  readonly content: ReactNode;
}

export interface TabsProps {
  /** Accessible name of the tab list. */
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly value: string;
  readonly onValueChange: (value: string) => void;
}

/** The index that a key moves to from the tab at `index` of `count`; undefined for other keys. */
const targetOf = (key: string, index: number, count: number): number | undefined => {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
};

/**
 * Tabs that follow the WAI-ARIA tabs pattern: the list is a single tab stop; arrow keys, Home and End select a tab and
 * move the focus to it.
 */
export const Tabs = ({ label, tabs, value, onValueChange }: TabsProps) => {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const target = targetOf(event.key, index, tabs.length);
    const next = target === undefined ? undefined : tabs[target];
    if (target === undefined || !next || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus();
    if (next.value !== value) onValueChange(next.value);
  };

  return (
    <div>
      <div ref={list} role="tablist" aria-label={label} className={styles['list']}>
        {tabs.map((tab, index) => {
          const selected = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}${tab.value}`}
              aria-selected={selected}
              aria-controls={`${id}${tab.value}-panel`}
              tabIndex={selected ? 0 : -1}
              className={styles['tab']}
              onClick={() => onValueChange(tab.value)}
              onKeyDown={(event) => onKeyDown(event, index)}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}${tab.value}-panel`}
          aria-labelledby={`${id}${tab.value}`}
          hidden={tab.value !== value}
          // Required by the tabs pattern, because a panel may contain no focusable element.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className={styles['panel']}
        >
          {tab.value === value && tab.content}
        </div>
      ))}
    </div>
  );
};
