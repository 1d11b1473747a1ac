import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ContentStatus, ConversionStatus } from '../../../../lambdas/contract/content/content-shapes.ts';
import type { ContentOrder } from '../../../../lambdas/contract/content/content.ts';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { NarrowPanel } from '../../ui/layout/page/narrow-panel.tsx';
import { cleanQuery, type ContentListState } from './list-state.ts';
import styles from './list-toolbar.module.css';
import { contentTexts } from './texts.ts';

const texts = contentTexts.toolbar;

/** Milliseconds between the last key press and the search. */
const SEARCH_DELAY_MS = 300;

export interface ListToolbarProps {
  readonly state: ContentListState;
  readonly onChange: (changes: Partial<ContentListState>) => void;
  /** More buttons. */
  readonly children?: ReactNode;
}

/** Searches, sorts, and filters the list. On narrow screens, a button opens the sort order and filters. */
export const ListToolbar = ({ state, onChange, children }: ListToolbarProps) => {
  const [typed, setTyped] = useState(state.q);
  const q = cleanQuery(typed);
  /** The last query seen in the URL, and the last one written to it by this component. */
  const url = useRef({ seen: state.q, written: state.q });
  useEffect(() => {
    const { seen, written } = url.current;
    if (state.q !== seen) {
      url.current.seen = state.q;
      if (state.q !== written) {
        // A link or the Back button changed the query: it replaces the typed text.
        url.current.written = state.q;
        setTyped(state.q);
        return undefined;
      }
    }
    if (q === state.q) return undefined;
    const timer = setTimeout(() => {
      url.current.written = q;
      onChange({ q });
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [q, state.q, onChange]);
  return (
    <div className={styles['bar']} role="search" aria-label={texts.label}>
      <TextField
        label={texts.search}
        type="search"
        value={typed}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <NarrowPanel
        label={texts.filters(
          [state.status, state.conversion].filter((value) => value !== '').length,
          children !== undefined,
        )}
        className={styles['filters']}
      >
        <SelectField
          label={texts.sort}
          value={state.q === '' ? state.sort : ''}
          disabled={state.q !== ''}
          onChange={(event) => onChange({ sort: event.target.value as ContentOrder })}
        >
          {state.q !== '' && <option value="">{texts.best}</option>}
          {Object.entries(texts.orders).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={texts.status}
          value={state.tab === 'pending' ? 'pending' : state.status}
          disabled={state.tab === 'pending'}
          onChange={(event) => onChange({ status: event.target.value as ContentStatus | '' })}
        >
          <option value="">{texts.any}</option>
          {Object.entries(contentTexts.statuses).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={texts.conversion}
          value={state.conversion}
          onChange={(event) => onChange({ conversion: event.target.value as ConversionStatus | '' })}
        >
          <option value="">{texts.any}</option>
          {Object.entries(texts.conversions).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {children && <div className={styles['more']}>{children}</div>}
      </NarrowPanel>
    </div>
  );
};
