import { useId } from 'react';
import { searchedText } from '../../core/people/searched-text.ts';
import { SearchField, type SearchFieldProps } from '../../ui/forms/search-field.tsx';
import styles from './people.module.css';
import { peopleTexts } from './texts.ts';

const { label, placeholder, hint, clear } = peopleTexts.search;

/** Searches users by the beginning of a name or email address. */
export const PeopleSearch = (search: Pick<SearchFieldProps, 'q' | 'onSearch'>) => {
  const hintId = useId();
  return (
    <div className={styles['search']}>
      <SearchField
        {...search}
        label={label}
        placeholder={placeholder}
        hintId={hintId}
        clean={searchedText}
        clearLabel={clear}
        className={styles['box']}
      />
      <p id={hintId} className={styles['hint']}>
        {hint}
      </p>
    </div>
  );
};
