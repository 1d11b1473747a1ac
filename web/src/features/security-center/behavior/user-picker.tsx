import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../core/api/api-context.tsx';
import { searchedText } from '../../../core/people/searched-text.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Picker } from '../../../ui/forms/picker.tsx';
import { foundUsersQuery } from '../api.ts';
import { behaviorTexts } from './texts.ts';

const texts = behaviorTexts.user;

/** Chooses a user: one of the newest, or one that a search finds. */
export const UserPicker = ({ onChoose }: { readonly onChoose: (userId: string) => void }) => {
  const [q, setQ] = useState<string | null>(null);
  const found = useQuery({
    ...foundUsersQuery(useApi(), q),
    select: ({ items }) =>
      items.map(({ id, full_name: name, email }) => ({ id, name: texts.choice(name || texts.unnamed, email) })),
  });
  return (
    <Picker
      texts={texts.picker}
      q={q}
      onSearch={setQ}
      clean={searchedText}
      found={found}
      empty={<EmptyState message={texts.none} />}
      onChoose={onChoose}
    />
  );
};
