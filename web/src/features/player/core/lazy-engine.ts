/** The media engine of one player, loaded with the first play. */
import type { MediaEngine } from '../engine/media-engine.ts';
import { PlaybackError } from './media-access.ts';
import { playerTexts } from './texts.ts';

export interface LazyEngine {
  /** The engine; null until it is loaded, and after `destroy`. */
  readonly get: () => MediaEngine | null;
  /** Loads the engine, once. Rejects with PlaybackError when the download fails; the next call tries again. */
  readonly ready: () => Promise<MediaEngine>;
  /** Shows the picture in `slot`, as soon as there is an engine. Returns a function that removes the picture. */
  readonly showIn: (slot: HTMLElement) => () => void;
  readonly destroy: () => void;
}

/** Creates a lazy engine. `onReady` prepares a loaded engine before it shows a picture. */
export const createLazyEngine = (
  load: () => Promise<MediaEngine>,
  onReady: (engine: MediaEngine) => void,
): LazyEngine => {
  let engine: MediaEngine | null = null;
  let loading: Promise<MediaEngine> | null = null;
  let mount: { readonly slot: HTMLElement; leave?: () => void } | null = null;

  return {
    get: () => engine,
    ready: () => {
      loading ??= load().then(
        (loaded) => {
          engine = loaded;
          onReady(loaded);
          if (mount) mount.leave = loaded.showIn(mount.slot);
          return loaded;
        },
        () => {
          loading = null;
          throw new PlaybackError({ kind: 'message', text: playerTexts.playerUnavailable }, true);
        },
      );
      return loading;
    },
    showIn: (slot) => {
      const mounted: NonNullable<typeof mount> = { slot };
      if (engine) mounted.leave = engine.showIn(slot);
      mount = mounted;
      return () => {
        mounted.leave?.();
        if (mount === mounted) mount = null;
      };
    },
    destroy: () => {
      engine?.destroy();
      engine = null;
      loading = null;
    },
  };
};
