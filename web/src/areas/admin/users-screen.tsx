import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { searchedText } from '../../core/people/searched-text.ts';
import { CreateUserDialog } from '../../features/people/create-user-dialog.tsx';
import { PeopleFilters, filtersOf } from '../../features/people/people-filters.tsx';
import { PeopleList } from '../../features/people/people-list.tsx';
import { PeopleSearch } from '../../features/people/people-search.tsx';
import { peopleTexts } from '../../features/people/texts.ts';
import { Button } from '../../ui/actions/button.tsx';
import { AdminScreen } from './admin-screen.tsx';

/** All users and the actions of administrators on them. Search and filters are part of the address. */
export const UsersScreen = () => {
  const [address, setAddress] = useSearchParams();
  const [creating, setCreating] = useState(false);
  const filter = { q: searchedText(address.get('q') ?? '') || null, ...filtersOf(address) };
  const change = (name: keyof typeof filter, value: string | null) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <AdminScreen
      title={peopleTexts.title}
      lead={peopleTexts.lead}
      actions={
        <Button onClick={() => setCreating(true)}>
          <UserPlus aria-hidden size={18} />
          {peopleTexts.create.button}
        </Button>
      }
    >
      <PeopleSearch q={filter.q} onSearch={(q) => change('q', q)} />
      <PeopleFilters role={filter.role} plan={filter.plan} onChange={change} />
      <PeopleList filter={filter} />
      {creating && <CreateUserDialog onClose={() => setCreating(false)} />}
    </AdminScreen>
  );
};
