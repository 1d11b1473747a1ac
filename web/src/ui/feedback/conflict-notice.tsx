import { Button } from '../actions/button.tsx';
import { Comparison, type ComparedField } from '../layout/comparison.tsx';
import styles from './conflict-notice.module.css';
import { Notice } from './notice.tsx';

/** What the notice says, whatever the conflict is about. */
export interface ConflictTexts {
  readonly title: string;
  /** What the table shows. */
  readonly table: string;
  readonly field: string;
  readonly yours: string;
  readonly theirs: string;
  readonly reload: string;
  readonly keep: string;
}

export interface ConflictNoticeProps {
  readonly texts: ConflictTexts;
  /** What happened, in a sentence. */
  readonly text: string;
  /** What differs: the person's own on the left, what is saved on the right. */
  readonly fields: readonly ComparedField[];
  readonly onReload: () => void;
  readonly onKeep: () => void;
}

/** Somebody else saved the same meanwhile: shows both versions and asks which one goes on. */
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
