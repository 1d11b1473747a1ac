import type { Clock } from '../../../lib/clock.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import type { Player } from './player.ts';
import type { PlayerState } from './player-state.ts';

/** The player as lists and their layout see it, before and after it is loaded. */
export interface LazyPlayer extends Pick<Player, 'play' | 'extendList' | 'cancel' | 'dispose'> {
  /** Contains the requested item already while the player loads. */
  readonly state: Pick<Store<Pick<PlayerState, 'item'>>, 'get' | 'subscribe'>;
  /** The player itself; null until it is loaded. */
  readonly player: Pick<Store<Player | null>, 'get' | 'subscribe'>;
  /**
   * Plays an item that is still being fetched, unless another one is played here, or `cancel` is called, meanwhile.
   * Rejects when it can't be fetched.
   */
  readonly playFetched: (fetched: Promise<Parameters<Player['play']>>) => Promise<void>;
  /** Loads the player, once. Rejects when the download fails; the next call tries again. */
  readonly open: () => Promise<Player>;
}

export interface LazyPlayerParts {
  /** Downloads the player's code and creates the player. */
  readonly load: () => Promise<Player>;
  /** The user started to play, but the player could not be loaded. */
  readonly onUnavailable: () => void;
  readonly now: Clock['now'];
}

const NOTHING = { item: null };

/** Creates a lazy player: lists render without the player's code, which is loaded when the page is idle or on play. */
export const createLazyPlayer = ({ load, onUnavailable, now }: LazyPlayerParts): LazyPlayer => {
  const player = createStore<Player | null>(null);
  const state = createStore<Pick<PlayerState, 'item'>>(NOTHING);
  let opening: Promise<Player> | undefined;
  /** What to play once the player is loaded: the latest request. */
  let requested: Parameters<Player['play']> | undefined;
  /** Increases with each request of the user: an earlier one is then outdated. */
  let latest = 0;

  const request = (next: typeof requested) => {
    requested = next;
    state.set(next ? { item: next[0] } : NOTHING);
  };
  const enter = (opened: Player): Player => {
    opened.state.subscribe(() => state.set(opened.state.get()));
    if (requested) opened.play(...requested);
    requested = undefined;
    state.set(opened.state.get());
    player.set(opened);
    return opened;
  };
  const open = (): Promise<Player> => {
    opening ??= load().then(enter, (error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  const play: Player['play'] = (item, options) => {
    latest += 1;
    const opened = player.get();
    if (opened) return opened.play(item, options);
    const isFirst = requested === undefined;
    request([item, { ...options, askedAt: now() }]);
    if (isFirst)
      open().catch(() => {
        // Canceled, or already reported.
        if (requested === undefined) return;
        request(undefined);
        onUnavailable();
      });
  };
  return {
    state,
    player,
    open,
    play,
    playFetched: async (fetched) => {
      latest += 1;
      const own = latest;
      const next = await fetched.catch((error: unknown) => {
        if (own === latest) throw error;
      });
      if (next && own === latest) play(...next);
    },
    // Without a player no list is playing.
    extendList: (list) => player.get()?.extendList(list),
    cancel: () => {
      latest += 1;
      const opened = player.get();
      if (opened) opened.cancel();
      else request(undefined);
    },
    dispose: () => player.get()?.dispose(),
  };
};
