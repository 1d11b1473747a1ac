import { Search, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { MAX_SEARCH_LENGTH } from '../../../../lambdas/contract/search-text.ts';
import styles from './people.module.css';
import { peopleTexts } from './texts.ts';

const texts = peopleTexts.search;
/** Milliseconds without another letter after which is searched. */
const PAUSE_MS = 250;

/** What is asked for: null for everybody. */
const wanted = (text: string): string | null => text.trim() || null;

/** Searches people by the beginning of what they are called. */
export const PeopleSearch = ({ q, onSearch }: { readonly q: string | null; readonly onSearch: (q: string | null) => void }) => {
  const [text, setText] = useState(q ?? '');
  /** What this box asked for last. */
  const sent = useRef(q);
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const send = (next: string | null) => {
    sent.current = next;
    onSearch(next);
  };

  // Back and links change the address too: then the box says what is shown.
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setText(q ?? '');
  }, [q]);

  useEffect(() => {
    if (wanted(text) === q) return undefined;
    const timer = setTimeout(() => send(wanted(text)), PAUSE_MS);
    return () => clearTimeout(timer);
    // Only typing begins a pause: an address that changed meanwhile is no typing.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [text]);

  return (
    <search className={styles['search']}>
      <div className={styles['box']}>
        <Search aria-hidden size={18} />
        <input
          ref={input}
          type="search"
          aria-label={texts.label}
          aria-describedby={hint}
          placeholder={texts.placeholder}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={MAX_SEARCH_LENGTH}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) send(wanted(text));
          }}
        />
        {text !== '' && (
          <button
            type="button"
            aria-label={texts.clear}
            onClick={() => {
              setText('');
              send(null);
              input.current?.focus();
            }}
          >
            <X aria-hidden size={16} />
          </button>
        )}
      </div>
      <p id={hint} className={styles['hint']}>
        {texts.hint}
      </p>
    </search>
  );
};
