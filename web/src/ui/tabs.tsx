import * as RadixTabs from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export interface Tab {
  readonly value: string;
  readonly label: string;
  readonly content: ReactNode;
}

export interface TabsProps {
  /** Names the group of tabs. */
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly value: string;
  readonly onValueChange: (value: string) => void;
}

/** Panels of which one shows; arrow keys move between the tabs. */
export const Tabs = ({ label, tabs, value, onValueChange }: TabsProps) => (
  <RadixTabs.Root value={value} onValueChange={onValueChange}>
    <RadixTabs.List className={styles['list']} aria-label={label}>
      {tabs.map((tab) => (
        <RadixTabs.Trigger key={tab.value} value={tab.value} className={styles['tab']}>
          {tab.label}
        </RadixTabs.Trigger>
      ))}
    </RadixTabs.List>
    {tabs.map((tab) => (
      <RadixTabs.Content key={tab.value} value={tab.value} className={styles['panel']}>
        {tab.content}
      </RadixTabs.Content>
    ))}
  </RadixTabs.Root>
);
