import type { BulkKind } from '../../../../lambdas/contract/content/bulk.ts';
import { Button } from '../../ui/actions/button.tsx';
import styles from './bulk.module.css';
import { bulkTexts as texts } from './texts.ts';

/** Actions that a user can start. */
export type BulkActionKind = Exclude<BulkKind, 'undo'>;

export interface BulkBarProps {
  readonly count: number;
  readonly matching: boolean;
  readonly onSelectShown: () => void;
  readonly onSelectMatching: () => void;
  readonly onClear: () => void;
  readonly onAct: (kind: BulkActionKind) => void;
}

/** The actions for the selected items. */
export const BulkBar = ({ count, matching, onSelectShown, onSelectMatching, onClear, onAct }: BulkBarProps) => (
  <section className={styles['bar']} aria-label={texts.bar}>
    <p className={styles['count']} role="status">
      {texts.selected(count)}
    </p>
    <div className={styles['group']}>
      <Button variant="ghost" onClick={onSelectShown}>
        {texts.page}
      </Button>
      <Button variant="ghost" busy={matching} onClick={onSelectMatching}>
        {matching ? texts.matching : texts.match}
      </Button>
      <Button variant="ghost" onClick={onClear}>
        {texts.clear}
      </Button>
    </div>
    <div className={styles['group']}>
      {(Object.keys(texts.actions) as BulkActionKind[]).map((kind) => (
        <Button key={kind} variant={kind === 'delete' ? 'danger' : 'secondary'} onClick={() => onAct(kind)}>
          {texts.actions[kind]}
        </Button>
      ))}
    </div>
  </section>
);
