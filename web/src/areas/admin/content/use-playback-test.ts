import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { meaningOf, TEST_TIMEOUT_MS } from '../../../features/diagnostics/rules.ts';
import { diagnosticsTexts as texts } from '../../../features/diagnostics/texts.ts';
import { loadMediaEngine } from '../../../features/player/engine/load-engine.ts';
import type { EngineEvents, MediaEngine, MediaFault } from '../../../features/player/engine/media-engine.ts';

type StepName = keyof typeof texts.steps;
type StepState = keyof typeof texts.states;

/** The state of a playback test. */
export interface PlaybackTest {
  readonly steps: Readonly<Record<StepName, StepState>>;
  readonly outcome: { readonly good: boolean; readonly text: string } | null;
}

const INITIAL: PlaybackTest = { steps: { access: 'running', playlist: 'waiting', play: 'waiting' }, outcome: null };

const codeOf = (fault: MediaFault): number => {
  if (fault.kind === 'element') return fault.code;
  return fault.kind === 'decode' ? 3 : 2;
};

const failed = ({ steps }: PlaybackTest, text: string): PlaybackTest => ({
  steps: Object.fromEntries(
    Object.entries(steps).map(([name, state]) => [name, state === 'running' ? 'failed' : state]),
  ) as PlaybackTest['steps'],
  outcome: { good: false, text },
});

const IGNORED_EVENTS: Omit<EngineEvents, 'onPlaying' | 'onFault'> = {
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
 * Plays a content item in `slot` like the listener's player does: requests access, loads the playlist, waits for the
 * first frame. Fails after `TEST_TIMEOUT_MS`.
 */
export const usePlaybackTest = (content: ContentView, slot: RefObject<HTMLElement | null>) => {
  const api = useApi();
  const [test, setTest] = useState<PlaybackTest>(INITIAL);
  const [round, setRound] = useState(0);
  const engine = useRef<MediaEngine | null>(null);
  const { id } = content;

  useEffect(() => {
    let ended = false;
    const startedAt = performance.now();
    const end = (change: (test: PlaybackTest) => PlaybackTest) => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      setTest(change);
    };
    const fail = (text: string) => end((now) => failed(now, text));
    const timer = setTimeout(() => fail(texts.timedOut), TEST_TIMEOUT_MS);
    const step = (steps: Partial<PlaybackTest['steps']>) => {
      if (!ended) setTest((now) => ({ ...now, steps: { ...now.steps, ...steps } }));
    };
    const run = async () => {
      const grant = await api.call('playback.get-media-url', { body: { contentId: id } }).catch((error: unknown) => {
        fail(texts.rejected(error instanceof Error ? error.message : String(error)));
      });
      if (!grant || ended) return;
      step({ access: 'done', playlist: 'running' });
      const playlist = await fetch(grant.url).catch(() => undefined);
      if (!playlist) return fail(meaningOf(2));
      if (!playlist.ok) return fail(meaningOf(4));
      step({ playlist: 'done', play: 'running' });
      const player = await loadMediaEngine({
        ...IGNORED_EVENTS,
        onPlaying: () =>
          end((now) => ({
            steps: { ...now.steps, play: 'done' },
            outcome: { good: true, text: texts.playing((performance.now() - startedAt) / 1000) },
          })),
        onFault: (fault) => fail(meaningOf(codeOf(fault))),
      });
      engine.current = player;
      if (ended || !slot.current) return player.destroy();
      player.showIn(slot.current);
      player.load(grant.url, 0, grant.preload);
      if (!(await player.play())) end((now) => ({ ...now, outcome: { good: true, text: texts.press } }));
    };
    void run().catch(() => fail(meaningOf(2)));
    return () => {
      ended = true;
      clearTimeout(timer);
      engine.current?.destroy();
      engine.current = null;
    };
  }, [api, id, round, slot]);

  const again = useCallback(() => {
    setTest(INITIAL);
    setRound((before) => before + 1);
  }, []);
  return { test, again };
};
