import { useId } from 'react';
import { SearchField, type SearchFieldProps } from '../../ui/search-field.tsx';
import styles from './people.module.css';
import { peopleTexts } from './texts.ts';

const { label, placeholder, hint, clear } = peopleTexts.search;

/** Searches people by the beginning of what they are called. */
export const PeopleSearch = (search: Pick<SearchFieldProps, 'q' | 'onSearch'>) => {
  const hintId = useId();
  return (
    <div className={styles['search']}>
      <SearchField {...search} label={label} placeholder={placeholder} hintId={hintId} clean={(text) => text.trim()} clearLabel={clear} className={styles['box']} />
      <p id={hintId} className={styles['hint']}>
        {hint}
      </p>
    </div>
  );
};
