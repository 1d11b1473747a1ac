import { useNavigate } from 'react-router';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { paths } from '../../../core/paths.ts';
import styles from '../../../features/diagnostics/playback-test.module.css';
import { choosePlayback } from '../../../features/diagnostics/rules.ts';
import { diagnosticsTexts as texts } from '../../../features/diagnostics/texts.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { RunningTest } from './running-test.tsx';

/** The Video Playback Test of a content item, with a button that opens the full player in test mode. */
export const PlaybackTestDialog = ({
  content,
  onClose,
}: {
  readonly content: ContentView;
  readonly onClose: () => void;
}) => {
  const navigate = useNavigate();
  const choice = choosePlayback(content);
  /** Listeners get converted media only. */
  const isForListeners = choice?.kind === 'converted' || choice?.kind === 'cdn';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title}
      description={texts.description(content.title)}
      size="large"
    >
      <div className={styles['body']}>
        {choice && (
          <p className={styles['address']}>
            {texts.address} ({texts.which[choice.kind]}): <code>{choice.url}</code>
          </p>
        )}
        {choice?.kind === 'original' && (
          <p>
            {texts.original}
            {content.metadata.needsConversion && ` ${texts.needsConversion}`}
          </p>
        )}
        {choice ? (
          <RunningTest key={choice.kind} content={content} kind={choice.kind} />
        ) : (
          <Notice tone="danger" title={texts.failedTitle} alert>
            <p>{texts.noAddress}</p>
          </Notice>
        )}
        <div className={styles['actions']}>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button disabled={!isForListeners} onClick={() => void navigate(paths.testOf(content.id))}>
            {texts.continue}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
