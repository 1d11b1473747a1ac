import { RotateCcw } from 'lucide-react';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { useNow } from '../../core/use-now.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import styles from './conversion-state.module.css';
import { CONVERSION_POLL_MS, isConverting, isStuck, minutesLeft } from './rules.ts';
import { conversionTexts as texts } from './texts.ts';
import { useRestart } from './use-restart.ts';

const RestartButton = ({ content }: { readonly content: ContentView }) => {
  const { mutate, isPending } = useRestart('restart');
  return (
    <Button
      variant="secondary"
      busy={isPending}
      aria-label={texts.restartOf(content.title)}
      onClick={() => mutate(content.id)}
    >
      <RotateCcw aria-hidden size={16} />
      {texts.restart}
    </Button>
  );
};

const Running = ({ content, now }: { readonly content: ContentView; readonly now: number }) => {
  const percent = Math.round(content.conversion_progress);
  const minutes = minutesLeft(content, now);
  return (
    <div className={styles['running']}>
      <Progress
        label={texts.converting(content.title)}
        value={content.conversion_status === 'pending' ? null : percent}
      />
      <p className={styles['facts']}>
        {content.conversion_status === 'pending' ? texts.waiting : texts.percent(percent)}
        {minutes !== null && <span>{texts.minutesLeft(minutes)}</span>}
      </p>
    </div>
  );
};

export interface ConversionStateProps {
  readonly content: ContentView;
  /** Whether the user may restart conversions. */
  readonly canRestart: boolean;
}

/** The progress or failure of a conversion, and whether it is stuck. Shows nothing once the conversion is complete. */
export const ConversionState = ({ content, canRestart }: ConversionStateProps) => {
  const converting = isConverting(content);
  const now = useNow(CONVERSION_POLL_MS, converting);
  if (content.conversion_status === 'failed') {
    return (
      <Notice tone="danger">
        <div className={styles['notice']}>
          <p>
            {texts.failed(content.conversion_error ?? texts.unknownError)}
            {content.converted_video_url !== null && ` ${texts.previousAvailable}`}
          </p>
          {canRestart && <RestartButton content={content} />}
        </div>
      </Notice>
    );
  }
  if (!converting) return null;
  return (
    <>
      <Running content={content} now={now} />
      {isStuck(content, now) && (
        <Notice tone="warning">
          <div className={styles['notice']}>
            <p>{texts.stuck}</p>
            {canRestart && <RestartButton content={content} />}
          </div>
        </Notice>
      )}
    </>
  );
};
