import { Button } from '../actions/button.tsx';
import { Comparison, type ComparedField } from '../layout/comparison.tsx';
import styles from './conflict-notice.module.css';
import { Notice } from './notice.tsx';

/** The fixed texts of the notice. */
export interface ConflictTexts {
  readonly title: string;
  /** The caption of the table. */
  readonly table: string;
  readonly field: string;
  readonly yours: string;
  readonly theirs: string;
  readonly reload: string;
  readonly keep: string;
}

export interface ConflictNoticeProps {
  readonly texts: ConflictTexts;
  /** What happened, in one sentence. */
  readonly text: string;
  /** The fields that differ: the user's version on the left, the saved version on the right. */
  readonly fields: readonly ComparedField[];
  readonly onReload: () => void;
  readonly onKeep: () => void;
}

/** Shown when another user saved the same record first: compares both versions and asks which one to keep. */
export const ConflictNotice = ({ texts, text, fields, onReload, onKeep }: ConflictNoticeProps) => (
  <Notice tone="warning" title={texts.title} alert>
    <div className={styles['conflict']}>
      <p>{text}</p>
      {fields.length > 0 && (
        <Comparison caption={texts.table} heads={[texts.field, texts.yours, texts.theirs]} fields={fields} />
      )}
      <div className={styles['choices']}>
        <Button variant="secondary" onClick={onReload}>
          {texts.reload}
        </Button>
        <Button variant="secondary" onClick={onKeep}>
          {texts.keep}
        </Button>
      </div>
    </div>
  </Notice>
);
