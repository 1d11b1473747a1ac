import type { FormEvent, ReactNode } from 'react';
import type { BulkItem, BulkJob } from '../../../../lambdas/contract/content/bulk.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import type { BulkActionKind } from './bulk-bar.tsx';
import styles from './bulk.module.css';
import { bulkTexts as texts } from './texts.ts';

/** How many failed items are listed; the others are counted. */
const LISTED = 20;

const FailedItems = ({ items }: { readonly items: readonly BulkItem[] }) => {
  const failed = items.filter(({ outcome }) => outcome === 'failed');
  if (failed.length === 0) return null;
  return (
    <Notice tone="warning" title={texts.failedTitle}>
      <ul className={styles['items']}>
        {failed.slice(0, LISTED).map(({ content_id, title, reason }) => (
          <li key={content_id}>
            {title || texts.untitled} <span>· {reason}</span>
          </li>
        ))}
        {failed.length > LISTED && <li>{texts.more(failed.length - LISTED)}</li>}
      </ul>
    </Notice>
  );
};

export interface BulkPreviewProps {
  readonly kind: BulkActionKind;
  /** Number of selected items, which the user types to confirm a deletion. */
  readonly count: number;
  readonly preview: Pick<BulkJob, 'changed' | 'same' | 'failed'> & { readonly items: readonly BulkItem[] };
  /** The typed confirmation of a deletion. */
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly busy: boolean;
  /** The button that goes back to the fields, if there are any. */
  readonly back: ReactNode;
  readonly onConfirm: () => void;
}

/** Shows what a job will change and asks to confirm it. */
export const BulkPreview = ({ kind, count, preview, typed, onType, busy, back, onConfirm }: BulkPreviewProps) => {
  const confirmed = kind !== 'delete' || typed.trim() === String(count);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (confirmed && !busy) onConfirm();
  };
  return (
    <form className={styles['body']} onSubmit={submit}>
      <p role="status">{texts.summary(kind, preview)}</p>
      <FailedItems items={preview.items} />
      {kind === 'delete' && (
        <TextField
          label={texts.confirmLabel(count)}
          hint={texts.confirmHint}
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          error={typed !== '' && !confirmed ? texts.confirmWrong : undefined}
          onChange={(event) => onType(event.target.value)}
        />
      )}
      <div className={styles['actions']}>
        {back}
        <Button
          type="submit"
          variant={kind === 'delete' ? 'danger' : 'primary'}
          busy={busy}
          disabled={!confirmed || preview.changed === 0}
        >
          {texts.apply[kind](preview.changed)}
        </Button>
      </div>
    </form>
  );
};
