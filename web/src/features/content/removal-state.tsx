import { RotateCcw } from 'lucide-react';
import type { Removal } from '../../../../lambdas/contract/content/content-shapes.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import styles from './content-row.module.css';
import { contentTexts } from './texts.ts';
import { useRetryDelete } from './use-retry-delete.ts';

const texts = contentTexts.removal;

const tellLeft = ({ left, failed_at: failed }: Removal): string => {
  if (left.length > 0) return texts.left(left.map((part) => texts.parts[part]).join(', '));
  return failed === null ? texts.notBegun : texts.late;
};

export interface RemovalStateProps {
  readonly contentId: string;
  readonly title: string;
  readonly removal: Removal;
  /** Whether the person may delete. */
  readonly mayDelete: boolean;
}

/** A deletion that lasts: what is left of the content, and asking again. */
export const RemovalState = ({ contentId, title, removal, mayDelete }: RemovalStateProps) => {
  const { mutate, isPending } = useRetryDelete();
  return (
    <Notice tone="warning" title={texts.title}>
      <div className={styles['removal']}>
        <p>
          {tellLeft(removal)} {removal.tries > 0 && texts.tries(removal.tries)}
        </p>
        {mayDelete && (
          <Button
            variant="secondary"
            busy={isPending}
            aria-label={texts.againOf(title)}
            onClick={() => mutate(contentId)}
          >
            <RotateCcw aria-hidden size={16} />
            {texts.again}
          </Button>
        )}
      </div>
    </Notice>
  );
};
