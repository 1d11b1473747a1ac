import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cleanSearch, MAX_SEARCH_LENGTH } from '../../../../lambdas/contract/search-text.ts';
import styles from './search-box.module.css';
import { catalogTexts } from './texts.ts';
import { useCatalogFilter } from './use-catalog.ts';

/** Milliseconds without another letter after which is searched. */
const PAUSE_MS = 250;

const TYPING = 'input, select, textarea, [contenteditable]:not([contenteditable="false"])';

/** Searches what is published: the address holds the text. `/` brings the focus here. */
export const SearchBox = () => {
  const { q, setQ } = useCatalogFilter();
  const [text, setText] = useState(q ?? '');
  /** What this box put into the address. */
  const sent = useRef(q);
  const input = useRef<HTMLInputElement>(null);
  const send = (wanted: string | null) => {
    sent.current = wanted;
    setQ(wanted);
  };

  // Back and links change the address too: then the box says what is shown.
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setText(q ?? '');
  }, [q]);

  useEffect(() => {
    const wanted = cleanSearch(text) || null;
    if (wanted === q) return undefined;
    const timer = setTimeout(() => send(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
    // Only typing begins a pause: an address that changed meanwhile is no typing.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [text]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(`${TYPING}, [role="dialog"]`)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  const clear = () => {
    setText('');
    send(null);
    input.current?.focus();
  };
  return (
    <search className={styles['box']}>
      <Search aria-hidden size={18} className={styles['icon']} />
      <input
        ref={input}
        type="search"
        className={styles['input']}
        aria-label={catalogTexts.search}
        aria-keyshortcuts="/"
        placeholder={catalogTexts.searchPlaceholder}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) send(cleanSearch(text) || null);
        }}
      />
      {text !== '' && (
        <button type="button" className={styles['clear']} aria-label={catalogTexts.clearSearch} onClick={clear}>
          <X aria-hidden size={16} />
        </button>
      )}
    </search>
  );
};
