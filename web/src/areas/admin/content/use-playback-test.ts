import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import type { MediaUrl } from '../../../../../lambdas/contract/media/playback.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { readAddress } from '../../../features/diagnostics/read-address.ts';
import { meaningOf, TEST_TIMEOUT_MS, type PlaybackChoice } from '../../../features/diagnostics/rules.ts';
import { diagnosticsTexts as texts } from '../../../features/diagnostics/texts.ts';
import { ignoredEvents } from '../../../features/player/engine/ignored-events.ts';
import { createFileEngine, loadMediaEngine } from '../../../features/player/engine/load-engine.ts';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import type { MediaEngine, MediaFault } from '../../../features/player/engine/media-engine.ts';

type StepName = keyof typeof texts.steps;
type StepState = keyof typeof texts.states;

/** The state of a playback test. */
export interface PlaybackTest {
  readonly steps: Readonly<Record<StepName, StepState>>;
  readonly outcome: { readonly good: boolean; readonly text: string; readonly isCors?: boolean } | null;
}

const INITIAL: PlaybackTest = { steps: { access: 'running', load: 'waiting', play: 'waiting' }, outcome: null };

const codeOf = (fault: MediaFault): number => {
  if (fault.kind === 'element') return fault.code;
  return fault.kind === 'decode' ? 3 : 2;
};

const failed = ({ steps }: PlaybackTest, text: string, isCors: boolean): PlaybackTest => ({
  steps: Object.fromEntries(
    Object.entries(steps).map(([name, state]) => [name, state === 'running' ? 'failed' : state]),
  ) as PlaybackTest['steps'],
  outcome: { good: false, text, isCors },
});

/** What a test plays: the address, and the files that the player needs first. */
type Media = Pick<MediaUrl, 'url'> & Partial<Pick<MediaUrl, 'preload'>>;

/** Requests access to what the test plays. The original has no address of its own that a media element can load. */
const requestAccess = async (api: ApiClient, content: ContentView, kind: PlaybackChoice['kind']): Promise<Media> => {
  if (kind !== 'original') return api.call('playback.get-media-url', { body: { contentId: content.id } });
  const s3Key = content.metadata.s3Key ?? '';
  return { url: (await api.call('uploads.s3-download-url', { body: { s3Key } })).downloadUrl };
};

/**
 * Plays a content item in `slot`: requests access, loads the address, waits for the first frame. Converted media play
 * like in the listener's player, the original as the browser plays files. Fails after `TEST_TIMEOUT_MS`.
 */
export const usePlaybackTest = (
  content: ContentView,
  kind: PlaybackChoice['kind'],
  slot: RefObject<HTMLElement | null>,
) => {
  const api = useApi();
  const [test, setTest] = useState<PlaybackTest>(INITIAL);
  const [round, setRound] = useState(0);
  const engine = useRef<MediaEngine | null>(null);
  /** What to play. A reload of the item does not start the test again. */
  const source = useRef({ content, kind });

  useEffect(() => {
    let ended = false;
    const startedAt = performance.now();
    const end = (change: (test: PlaybackTest) => PlaybackTest) => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      setTest(change);
    };
    const fail = (text: string, isCors = false) => end((now) => failed(now, text, isCors));
    const timer = setTimeout(() => fail(texts.timedOut), TEST_TIMEOUT_MS);
    const step = (steps: Partial<PlaybackTest['steps']>) => {
      if (!ended) setTest((now) => ({ ...now, steps: { ...now.steps, ...steps } }));
    };
    const run = async () => {
      const { content: tested, kind: which } = source.current;
      const media = await requestAccess(api, tested, which).catch((error: unknown) => {
        fail(texts.rejected(error instanceof Error ? error.message : String(error)));
      });
      if (!media || ended) return;
      step({ access: 'done', load: 'running' });
      // The storage of original files belongs to another origin: a media element shows nothing about its CORS settings.
      const problem = which === 'original' ? await readAddress(media.url) : undefined;
      if (problem) return fail(meaningOf(problem.code), problem.isCors);
      const explain = async (fault: MediaFault): Promise<void> => {
        const { code, isCors } = (await readAddress(media.url)) ?? { code: codeOf(fault), isCors: false };
        fail(meaningOf(code), isCors);
      };
      const createEngine = which === 'original' ? createFileEngine : loadMediaEngine;
      const player = await createEngine({
        ...ignoredEvents,
        onPosition: ({ duration }) => {
          if (duration > 0) step({ load: 'done', play: 'running' });
        },
        onPlaying: () =>
          end((now) => ({
            steps: { ...now.steps, load: 'done', play: 'done' },
            outcome: { good: true, text: texts.playing((performance.now() - startedAt) / 1000) },
          })),
        onFault: (fault) => void explain(fault),
      });
      engine.current = player;
      if (ended || !slot.current) return player.destroy();
      player.showIn(slot.current);
      player.load(media.url, 0, media.preload);
      if (!(await player.play())) end((now) => ({ ...now, outcome: { good: true, text: texts.press } }));
    };
    void run().catch(() => fail(meaningOf(2)));
    return () => {
      ended = true;
      clearTimeout(timer);
      engine.current?.destroy();
      engine.current = null;
    };
  }, [api, round, slot]);

  const again = useCallback(() => {
    setTest(INITIAL);
    setRound((before) => before + 1);
  }, []);
  return { test, again };
};
