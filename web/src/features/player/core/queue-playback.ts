/** Moving between the entries of the queue. */
import { begin, cancel, type Playback } from './playback.ts';
import { adjacentIndex, withoutEntry } from './queue.ts';

/** Plays the entry at `index`. `following`: the user did not choose this entry. */
export const jumpTo = (playback: Playback, index: number, following = true): void => {
  const { list, at } = playback.state.get();
  const item = list[index];
  if (!item) return;
  playback.patch({ at: index });
  // A repeated item starts at its beginning, not where it ended.
  begin(playback, item, following, index === at && following ? { at: 0 } : undefined);
};

/** Plays the next or the previous entry, if there is one. */
export const step = (playback: Playback, offset: 1 | -1): void => {
  const index = adjacentIndex(playback.state.get(), offset);
  if (index !== undefined) jumpTo(playback, index);
};

/** Removes an entry. When the current one is removed, the next one plays; if there is none, the player is emptied. */
export const removeEntry = (playback: Playback, index: number): void => {
  const before = playback.state.get();
  const { list, at } = withoutEntry(before, index);
  playback.patch({ list, at });
  if (index !== before.at) return;
  if (at < 0) cancel(playback);
  else jumpTo(playback, at);
};
