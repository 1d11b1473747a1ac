import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { CreateUserDialog } from '../../features/people/create-user-dialog.tsx';
import { PeopleList } from '../../features/people/people-list.tsx';
import { PeopleSearch, searchedText } from '../../features/people/people-search.tsx';
import { peopleTexts } from '../../features/people/texts.ts';
import { Button } from '../../ui/actions/button.tsx';
import { AdminScreen } from './admin-screen.tsx';

/** All users and the actions of administrators on them. The search is part of the address. */
export const UsersScreen = () => {
  const [address, setAddress] = useSearchParams();
  const [creating, setCreating] = useState(false);
  const q = searchedText(address.get('q') ?? '') || null;
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
      <PeopleSearch
        q={q}
        onSearch={(next) => setAddress(next === null ? {} : { q: next }, { replace: true, preventScrollReset: true })}
      />
      <PeopleList q={q} />
      {creating && <CreateUserDialog onClose={() => setCreating(false)} />}
    </AdminScreen>
  );
};
