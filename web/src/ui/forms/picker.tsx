import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { ErrorState } from '../feedback/error-state.tsx';
import { LoadingState } from '../feedback/loading-state.tsx';
import styles from './picker.module.css';
import { SearchField } from './search-field.tsx';

/** An entry to choose. */
export interface Choice {
  readonly id: string;
  readonly name: string;
}

/** Texts of a picker. */
export interface PickerTexts {
  /** Label of the search field. */
  readonly label: string;
  readonly placeholder: string;
  /** Label of the button that clears the search. */
  readonly clear: string;
  /** Accessible name of the list. */
  readonly list: string;
  readonly loading: string;
  readonly loadFailed: string;
}

export interface PickerProps {
  readonly texts: PickerTexts;
  /** The search; null for none. */
  readonly q: string | null;
  readonly onSearch: (q: string | null) => void;
  /** Normalizes the typed text; returns '' when there is nothing to search for. */
  readonly clean: (text: string) => string;
  /** What the search finds, named as in the result of `useQuery`. */
  readonly found: {
    readonly data: readonly Choice[] | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  /** Shown when the search finds nothing. */
  readonly empty: ReactNode;
  readonly onChoose: (id: string) => void;
}

/** Chooses one of many: a search field, and a button for each entry that the search finds. */
export const Picker = ({ texts, q, onSearch, clean, found, empty, onChoose }: PickerProps) => {
  const { data, error, refetch } = found;
  return (
    <>
      <SearchField
        label={texts.label}
        placeholder={texts.placeholder}
        q={q}
        onSearch={onSearch}
        clean={clean}
        clearLabel={texts.clear}
        className={styles['search']}
      />
      {!data &&
        (error ? (
          <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={texts.loading} />
        ))}
      {data?.length === 0 && empty}
      {data && data.length > 0 && (
        <ul className={styles['choices']} aria-label={texts.list}>
          {data.map(({ id, name }) => (
            <li key={id}>
              <Button variant="secondary" onClick={() => onChoose(id)}>
                {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};
