import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ContentStatus, ConversionStatus } from '../../../../lambdas/contract/content/content-shapes.ts';
import type { ContentOrder } from '../../../../lambdas/contract/content/content.ts';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { NarrowPanel } from '../../ui/layout/narrow-panel.tsx';
import { cleanQuery, type ContentListState } from './list-state.ts';
import styles from './list-toolbar.module.css';
import { contentTexts } from './texts.ts';

const texts = contentTexts.toolbar;

/** Milliseconds after the last key before a search is sent. */
const SEARCH_DELAY_MS = 300;

export interface ListToolbarProps {
  readonly state: ContentListState;
  readonly onChange: (changes: Partial<ContentListState>) => void;
  /** What else can be opened from here. */
  readonly children?: ReactNode;
}

/** Searches, orders and filters the list. Where there is little room, order and filters wait behind a button. */
export const ListToolbar = ({ state, onChange, children }: ListToolbarProps) => {
  const [typed, setTyped] = useState(state.q);
  const wanted = cleanQuery(typed);
  /** What the address said last, and what it was told from here. */
  const address = useRef({ seen: state.q, sent: state.q });
  useEffect(() => {
    const { seen, sent } = address.current;
    if (state.q !== seen) {
      address.current.seen = state.q;
      if (state.q !== sent) {
        // A link or the way back changed it: that wins over what was typed before.
        address.current.sent = state.q;
        setTyped(state.q);
        return undefined;
      }
    }
    if (wanted === state.q) return undefined;
    const timer = setTimeout(() => {
      address.current.sent = wanted;
      onChange({ q: wanted });
    }, SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [wanted, state.q, onChange]);
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
