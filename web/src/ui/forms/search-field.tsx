import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { MAX_SEARCH_LENGTH } from '../../../../lambdas/contract/listening/search-text.ts';
import { classNames } from '../../lib/class-names.ts';
import styles from './search-field.module.css';

/** Milliseconds without another letter after which is searched. */
const PAUSE_MS = 250;

const TYPING = 'input, select, textarea, [contenteditable]:not([contenteditable="false"])';

export interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  /** Id of what explains the field. */
  readonly hintId?: string;
  /** What the address searches for; null for nothing. */
  readonly q: string | null;
  readonly onSearch: (q: string | null) => void;
  /** What is searched for of a text that was typed; '' for nothing. */
  readonly clean: (text: string) => string;
  /** The button that empties the field. Without one it is small, and searches by Enter alone. */
  readonly clearLabel?: string;
  /** The key that brings the focus here while nobody types. */
  readonly shortcut?: string;
  readonly className?: string | undefined;
}

/** Where a search is typed whose text the address holds: a pause or Enter sends it there. */
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
  /** What this field put into the address. */
  const sent = useRef(q);
  const input = useRef<HTMLInputElement>(null);
  const wanted = clean(text) || null;
  const send = (next: string | null) => {
    sent.current = next;
    onSearch(next);
  };

  // Back and links change the address too: then the field says what is shown.
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setText(q ?? '');
  }, [q]);

  useEffect(() => {
    if (!clearLabel || wanted === q) return undefined;
    const timer = setTimeout(() => send(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
    // Only typing begins a pause: an address that changed meanwhile is no typing.
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
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) send(wanted);
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
