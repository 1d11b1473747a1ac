import { RotateCcw } from 'lucide-react';
import type { Removal } from '../../../../lambdas/contract/content/content-shapes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import styles from './content-row.module.css';
import { contentTexts } from './texts.ts';
import { useRetryDelete } from './use-retry-delete.ts';

const texts = contentTexts.removal;

const progressOf = ({ left, failed_at: failed }: Removal): string => {
  if (left.length > 0) return texts.remaining(left.map((part) => texts.parts[part]).join(', '));
  return failed === null ? texts.notStarted : texts.delayed;
};

export interface RemovalStateProps {
  readonly contentId: string;
  readonly title: string;
  readonly removal: Removal;
  /** Whether the user may delete content. */
  readonly canDelete: boolean;
}

/** An unfinished deletion: what is left to delete, and a button to retry. */
export const RemovalState = ({ contentId, title, removal, canDelete }: RemovalStateProps) => {
  const { mutate, isPending } = useRetryDelete();
  return (
    <Notice tone="warning" title={texts.title}>
      <div className={styles['removal']}>
        <p>
          {progressOf(removal)} {removal.tries > 0 && texts.attempts(removal.tries)}
        </p>
        {canDelete && (
          <Button
            variant="secondary"
            busy={isPending}
            aria-label={texts.retryLabel(title)}
            onClick={() => mutate(contentId)}
          >
            <RotateCcw aria-hidden size={16} />
            {texts.retry}
          </Button>
        )}
      </div>
    </Notice>
  );
};
