import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../core/api/api-context.tsx';
import { searchedText } from '../../../core/people/searched-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { foundUsersQuery } from '../api.ts';
import styles from '../security-center.module.css';
import { behaviorTexts } from './texts.ts';

const texts = behaviorTexts.picker;

/** Chooses a user: one of the newest, or one that a search finds. */
export const UserPicker = ({ onChoose }: { readonly onChoose: (userId: string) => void }) => {
  const [q, setQ] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(foundUsersQuery(useApi(), q));
  return (
    <div className={styles['tab']}>
      <SearchField
        label={texts.label}
        placeholder={texts.placeholder}
        q={q}
        onSearch={setQ}
        clean={searchedText}
        clearLabel={texts.clear}
        className={styles['search']}
      />
      {!data &&
        (error ? (
          <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={texts.loading} />
        ))}
      {data?.items.length === 0 && <EmptyState message={texts.none} />}
      {data && data.items.length > 0 && (
        <ul className={styles['choices']} aria-label={texts.list}>
          {data.items.map(({ id, full_name: name, email }) => (
            <li key={id}>
              <Button variant="secondary" onClick={() => onChoose(id)}>
                {texts.choice(name || texts.unnamed, email)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
