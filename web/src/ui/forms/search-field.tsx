import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { MAX_SEARCH_LENGTH } from '../../../../lambdas/contract/listening/search-text.ts';
import { classNames } from '../../lib/class-names.ts';
import styles from './search-field.module.css';

/** Delay between the last keystroke and the search, in milliseconds. */
const SEARCH_DELAY_MS = 250;

const TYPING = 'input, select, textarea, [contenteditable]:not([contenteditable="false"])';

export interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  /** Id of the element that describes the field. */
  readonly hintId?: string;
  /** The search in the address; null for none. */
  readonly q: string | null;
  readonly onSearch: (q: string | null) => void;
  /** Normalizes the typed text; returns '' when there is nothing to search for. */
  readonly clean: (text: string) => string;
  /** Label of the button that clears the field. Without it, the field is small and searches only on Enter. */
  readonly clearLabel?: string;
  /** The key that focuses the field while no text field has the focus. */
  readonly shortcut?: string;
  readonly className?: string | undefined;
}

/** A search field whose text is part of the address: a short delay or Enter updates the address. */
export const SearchField = ({
  label,
  placeholder,
  hintId,
  q,
  onSearch,
  clean,
  clearLabel,
  shortcut,
  className,
}: SearchFieldProps) => {
  const [text, setText] = useState(q ?? '');
  /** The last search that this field wrote to the address. */
  const sent = useRef(q);
  const input = useRef<HTMLInputElement>(null);
  const query = clean(text) || null;
  const send = (next: string | null) => {
    sent.current = next;
    onSearch(next);
  };

  // Back and links change the address too: show the current search then.
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setText(q ?? '');
  }, [q]);

  useEffect(() => {
    if (!clearLabel || query === q) return undefined;
    const timer = setTimeout(() => send(query), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
    // Only typing starts the delay; a change of the address does not.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [text]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== shortcut || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(`${TYPING}, [role="dialog"]`)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [shortcut]);

  const clear = () => {
    setText('');
    send(null);
    input.current?.focus();
  };
  return (
    <search className={classNames(styles['box'], !clearLabel && styles['small'], className)}>
      <Search aria-hidden size={18} className={styles['icon']} />
      <input
        ref={input}
        type="search"
        className={styles['input']}
        aria-label={label}
        aria-describedby={hintId}
        aria-keyshortcuts={shortcut}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={MAX_SEARCH_LENGTH}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) send(query);
        }}
      />
      {clearLabel && text && (
        <button type="button" className={styles['clear']} aria-label={clearLabel} onClick={clear}>
          <X aria-hidden size={16} />
        </button>
      )}
    </search>
  );
};
