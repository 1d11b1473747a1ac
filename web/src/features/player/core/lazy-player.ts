import { createStore, type Store } from '../../../lib/store.ts';
import type { Player } from './player.ts';
import type { PlayerState } from './player-state.ts';

/** What lists and their frame see of the player, before it is there and afterwards. */
export interface LazyPlayer extends Pick<Player, 'play' | 'extendList' | 'cancel' | 'dispose'> {
  readonly state: Pick<Store<Pick<PlayerState, 'item'>>, 'get' | 'subscribe'>;
  /** The player itself; null until it was fetched. */
  readonly player: Pick<Store<Player | null>, 'get' | 'subscribe'>;
  /** Fetches the player, once. Rejects when the download fails; asked again it is tried again. */
  readonly open: () => Promise<Player>;
}

export interface LazyPlayerParts {
  /** Fetches the player's code and makes it. */
  readonly load: () => Promise<Player>;
  /** Somebody wanted to play, and the player could not be fetched. */
  readonly onUnavailable: () => void;
}

const NOTHING = { item: null };

/**
 * Makes a door: lists show themselves without the player's code, which comes with the first rest of the page or the
 * first play.
 */
export const createLazyPlayer = ({ load, onUnavailable }: LazyPlayerParts): LazyPlayer => {
  const player = createStore<Player | null>(null);
  const state = createStore<Pick<PlayerState, 'item'>>(NOTHING);
  let opening: Promise<Player> | undefined;

  const enter = (opened: Player): Player => {
    opened.state.subscribe(() => state.set(opened.state.get()));
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
  return {
    state,
    player,
    open,
    play: (...wanted) => {
      const opened = player.get();
      if (opened) opened.play(...wanted);
      else open().then((found) => found.play(...wanted), onUnavailable);
    },
    // Nothing of the list plays before there is a player.
    extendList: (list) => player.get()?.extendList(list),
    cancel: () => player.get()?.cancel(),
    dispose: () => player.get()?.dispose(),
  };
};
