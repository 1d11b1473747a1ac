import { useId } from 'react';
import { MAX_SEARCH_LENGTH } from '../../../../lambdas/contract/listening/search-text.ts';
import { SearchField, type SearchFieldProps } from '../../ui/forms/search-field.tsx';
import styles from './people.module.css';
import { peopleTexts } from './texts.ts';

const { label, placeholder, hint, clear } = peopleTexts.search;

/**
 * The part of a typed, pasted, or linked text that the server accepts. Long texts are cut, because a search by the
 * beginning of a name finds the user as well.
 */
export const searchedText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, MAX_SEARCH_LENGTH)
    .toWellFormed()
    .replaceAll('\ufffd', '')
    .trim();

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
