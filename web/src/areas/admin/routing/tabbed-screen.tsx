import { createElement, Suspense, type ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { AdminScreen } from '../admin-screen.tsx';

export interface TabbedScreenProps<Name extends string> {
  readonly title: string;
  readonly lead: string;
  /** The names of the tabs, and the accessible name of their list. */
  readonly tabs: NoInfer<Readonly<Record<Name | 'label', string>>>;
  /** What each tab shows, in the order of the tabs. Unless the address names another one, the first is selected. */
  readonly parts: Readonly<Record<Name, ComponentType>>;
}

/** An admin screen that consists of tabs, which can be downloaded one by one. The tab is in the address. */
export const TabbedScreen = <Name extends string>({ title, lead, tabs, parts }: TabbedScreenProps<Name>) => {
  const [search, setSearch] = useSearchParams();
  const names = Object.keys(parts) as [Name, ...Name[]];
  const named = search.get('tab');
  return (
    <AdminScreen title={title} lead={lead}>
      <Tabs
        label={tabs.label}
        value={names.find((name) => name === named) ?? names[0]}
        onValueChange={(next) => {
          const to = new URLSearchParams(search);
          to.set('tab', next);
          setSearch(to, { preventScrollReset: true, replace: true });
        }}
        tabs={names.map((name) => ({
          value: name,
          label: tabs[name],
          content: <Suspense fallback={<LoadingState />}>{createElement(parts[name])}</Suspense>,
        }))}
      />
    </AdminScreen>
  );
};
