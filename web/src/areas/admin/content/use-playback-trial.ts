import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { meaningOf, TEST_TIMEOUT_MS } from '../../../features/diagnostics/rules.ts';
import { diagnosticsTexts as texts } from '../../../features/diagnostics/texts.ts';
import { loadMediaEngine } from '../../../features/player/engine/load-engine.ts';
import type { EngineEvents, MediaEngine, MediaFault } from '../../../features/player/engine/media-engine.ts';

type StepName = keyof typeof texts.steps;
type StepState = keyof typeof texts.states;

/** How a test stands. */
export interface Trial {
  readonly steps: Readonly<Record<StepName, StepState>>;
  readonly outcome: { readonly good: boolean; readonly text: string } | null;
}

const BEGUN: Trial = { steps: { access: 'running', playlist: 'waiting', play: 'waiting' }, outcome: null };

const codeOf = (fault: MediaFault): number => {
  if (fault.kind === 'element') return fault.code;
  return fault.kind === 'decode' ? 3 : 2;
};

const failed = ({ steps }: Trial, text: string): Trial => ({
  steps: Object.fromEntries(
    Object.entries(steps).map(([name, state]) => [name, state === 'running' ? 'failed' : state]),
  ) as Trial['steps'],
  outcome: { good: false, text },
});

const SILENT: Omit<EngineEvents, 'onPlaying' | 'onFault'> = {
  onPause: () => undefined,
  onWaiting: () => undefined,
  onEnded: () => undefined,
  onPosition: () => undefined,
  onQualities: () => undefined,
  onHeight: () => undefined,
  onCues: () => undefined,
  onPicture: () => undefined,
};

/**
 * Tries a content in `slot`, as a listener's player would: access, playlist, first moving picture. It ends after 30
 * seconds in any case.
 */
export const usePlaybackTrial = (content: ContentView, slot: RefObject<HTMLElement | null>) => {
  const api = useApi();
  const [trial, setTrial] = useState<Trial>(BEGUN);
  const [round, setRound] = useState(0);
  const engine = useRef<MediaEngine | null>(null);
  const { id } = content;

  useEffect(() => {
    let over = false;
    const began = performance.now();
    const end = (change: (trial: Trial) => Trial) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      setTrial(change);
    };
    const fail = (text: string) => end((now) => failed(now, text));
    const timer = setTimeout(() => fail(texts.timedOut), TEST_TIMEOUT_MS);
    const step = (steps: Partial<Trial['steps']>) => {
      if (!over) setTrial((now) => ({ ...now, steps: { ...now.steps, ...steps } }));
    };
    const test = async () => {
      const grant = await api.call('playback.get-media-url', { body: { contentId: id } }).catch((error: unknown) => {
        fail(texts.refused(error instanceof Error ? error.message : String(error)));
      });
      if (!grant || over) return;
      step({ access: 'done', playlist: 'running' });
      const playlist = await fetch(grant.url).catch(() => undefined);
      if (!playlist) return fail(meaningOf(2));
      if (!playlist.ok) return fail(meaningOf(4));
      step({ playlist: 'done', play: 'running' });
      const made = await loadMediaEngine({
        ...SILENT,
        onPlaying: () =>
          end((now) => ({
            steps: { ...now.steps, play: 'done' },
            outcome: { good: true, text: texts.playing((performance.now() - began) / 1000) },
          })),
        onFault: (fault) => fail(meaningOf(codeOf(fault))),
      });
      engine.current = made;
      if (over || !slot.current) return made.destroy();
      made.showIn(slot.current);
      made.load(grant.url, 0, grant.preload);
      if (!(await made.play())) end((now) => ({ ...now, outcome: { good: true, text: texts.press } }));
    };
    void test().catch(() => fail(meaningOf(2)));
    return () => {
      over = true;
      clearTimeout(timer);
      engine.current?.destroy();
      engine.current = null;
    };
  }, [api, id, round, slot]);

  const again = useCallback(() => {
    setTrial(BEGUN);
    setRound((before) => before + 1);
  }, []);
  return { trial, again };
};
