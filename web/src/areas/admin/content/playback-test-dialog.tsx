import { useRef } from 'react';
import { useNavigate } from 'react-router';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { paths } from '../../../core/paths.ts';
import styles from '../../../features/diagnostics/playback-test.module.css';
import { choosePlayback, type PlaybackChoice } from '../../../features/diagnostics/rules.ts';
import { diagnosticsTexts as texts } from '../../../features/diagnostics/texts.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { usePlaybackTest } from './use-playback-test.ts';

/** The running test: picture, steps and result. */
const RunningTest = ({ content, kind }: { readonly content: ContentView; readonly kind: PlaybackChoice['kind'] }) => {
  const slot = useRef<HTMLDivElement>(null);
  const { test, again } = usePlaybackTest(content, kind, slot);
  const { steps, outcome } = test;
  return (
    <>
      <div ref={slot} className={styles['picture']} data-type={content.metadata.contentType} />
      <ol className={styles['steps']} aria-label={texts.checked}>
        {(Object.keys(texts.steps) as (keyof typeof texts.steps)[]).map((name) => (
          <li key={name} data-state={steps[name]}>
            {name === 'load' && kind === 'original' ? texts.loadFile : texts.steps[name]}{' '}
            <span>{texts.states[steps[name]]}</span>
          </li>
        ))}
      </ol>
      {outcome?.good === false ? (
        <Notice tone="danger" title={texts.failedTitle} alert>
          <p>{outcome.text}</p>
        </Notice>
      ) : (
        <p role="status">{outcome?.text ?? texts.testing}</p>
      )}
      {outcome?.isCors && (
        <Notice tone="warning" title={texts.corsTitle}>
          <p>{texts.corsHint}</p>
          <p>{texts.corsFix}</p>
        </Notice>
      )}
      {outcome && (
        <Button variant="ghost" onClick={again}>
          {texts.again}
        </Button>
      )}
    </>
  );
};

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
