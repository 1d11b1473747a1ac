import { Search } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { cleanSearch, MAX_SEARCH_LENGTH } from '../../../../lambdas/contract/search-text.ts';
import { paths } from '../../core/paths.ts';
import styles from './search-box.module.css';
import { adminSearchTexts as texts } from './texts.ts';

/** The search box of the administration: Enter shows what it finds. */
export const AdminSearchBox = () => {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const q = useSearchParams()[0].get('q') ?? '';
  const shown = pathname === paths.adminSearch ? q : '';
  const [text, setText] = useState(shown);
  const [before, setBefore] = useState(shown);
  if (before !== shown) {
    // Back and links change the address too: then the box says what is shown.
    setBefore(shown);
    setText(shown);
  }

  const search = () => {
    const wanted = cleanSearch(text);
    if (wanted !== '') void navigate(paths.adminSearchOf(wanted));
  };
  return (
    <search className={styles['box']}>
      <Search aria-hidden size={16} className={styles['icon']} />
      <input
        type="search"
        className={styles['input']}
        aria-label={texts.label}
        placeholder={texts.placeholder}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) search();
        }}
      />
    </search>
  );
};
