import { useState } from 'react';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { PanelPart } from '../../../features/delivery/panels/panel.tsx';
import styles from '../../../features/delivery/panels/panels.module.css';
import { choosePlayback, type PlaybackChoice } from '../../../features/diagnostics/rules.ts';
import { diagnosticsTexts } from '../../../features/diagnostics/texts.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { RunningTest } from '../content/running-test.tsx';

const texts = diagnosticsTexts.media;

/** A test that was started; the number makes each start a new one. */
interface Started {
  readonly kind: PlaybackChoice['kind'];
  readonly round: number;
}

/** The Video Playback Test of a title as a card, which explains why its media cannot be loaded or played. */
export const MediaDiagnostics = ({ content }: { readonly content: ContentView }) => {
  const [started, setStarted] = useState<Started | null>(null);
  const choice = choosePlayback(content);
  const converted = choice && choice.kind !== 'original' ? choice.kind : undefined;
  const original = content.video_url === null ? undefined : 'original';
  const start = (kind: PlaybackChoice['kind']) => setStarted((last) => ({ kind, round: (last?.round ?? 0) + 1 }));
  return (
    <PanelPart title={texts.title}>
      <p className={styles['quiet']}>{texts.lead}</p>
      <div className={styles['buttons']}>
        {converted && (
          <Button variant="secondary" onClick={() => start(converted)}>
            {texts.converted}
          </Button>
        )}
        {original && (
          <Button variant="secondary" onClick={() => start(original)}>
            {texts.original}
          </Button>
        )}
      </div>
      {!converted && !original && <p>{texts.none}</p>}
      {started && (
        <PanelPart title={diagnosticsTexts.title}>
          <RunningTest key={started.round} content={content} kind={started.kind} />
        </PanelPart>
      )}
      <details>
        <summary>{texts.codes}</summary>
        <ul aria-label={texts.codeList}>
          {Object.entries(diagnosticsTexts.codes).map(([code, meaning]) => (
            <li key={code}>{meaning}</li>
          ))}
        </ul>
      </details>
    </PanelPart>
  );
};
