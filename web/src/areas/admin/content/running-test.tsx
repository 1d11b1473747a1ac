import { useRef } from 'react';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { useAuth } from '../../../core/auth/auth-context.tsx';
import { ConfigureCors } from '../../../features/delivery/panels/configure-cors.tsx';
import styles from '../../../features/diagnostics/playback-test.module.css';
import type { PlaybackChoice } from '../../../features/diagnostics/rules.ts';
import { diagnosticsTexts as texts } from '../../../features/diagnostics/texts.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { usePlaybackTest } from './use-playback-test.ts';

/** The running test: picture, steps and result. */
export const RunningTest = ({
  content,
  kind,
}: {
  readonly content: ContentView;
  readonly kind: PlaybackChoice['kind'];
}) => {
  const isAdmin = useAuth().role === 'admin';
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
          {isAdmin ? <ConfigureCors /> : <p>{texts.corsAsk}</p>}
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
