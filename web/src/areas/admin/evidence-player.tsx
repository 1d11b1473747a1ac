import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../core/api/api-context.tsx';
import { ignoredEvents } from '../../features/player/engine/ignored-events.ts';
import { loadMediaEngine } from '../../features/player/engine/load-engine.ts';
import type { MediaEngine } from '../../features/player/engine/media-engine.ts';
import styles from '../../features/safety/safety.module.css';
import { evidenceTexts as texts } from '../../features/safety/verdict-texts.ts';

export interface EvidencePlayerProps {
  readonly contentId: string;
  readonly seconds: number;
  /** Plays the replacement that waits for review instead of the current file. @default false */
  readonly waiting?: boolean;
}

/** Plays a title from a second on, as staff see it: without counting a view. For another second, mount another one. */
export const EvidencePlayer = ({ contentId, seconds, waiting = false }: EvidencePlayerProps) => {
  const api = useApi();
  const slot = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let ended = false;
    let engine: MediaEngine | undefined;
    const run = async () => {
      const media = await api.call('playback.get-media-url', { body: { contentId, ...(waiting ? { waiting } : {}) } });
      engine = await loadMediaEngine({ ...ignoredEvents, onFault: () => setFailed(true) });
      if (ended || !slot.current) return engine.destroy();
      engine.showIn(slot.current);
      engine.load(media.url, seconds, media.preload);
      await engine.play();
    };
    run().catch(() => setFailed(true));
    return () => {
      ended = true;
      engine?.destroy();
    };
  }, [api, contentId, seconds, waiting]);
  return (
    <>
      <div ref={slot} className={styles['player']} role="group" aria-label={texts.player} />
      {failed && <p role="alert">{texts.playerFailed}</p>}
    </>
  );
};
