/** Media elements of this page pause each other through this set, those of other tabs through the channel. */
const CHANNEL = 'soundstage.player';

const players = new Set<() => void>();
let channel: BroadcastChannel | undefined;

const openChannel = (): BroadcastChannel | undefined => {
  if (!('BroadcastChannel' in globalThis)) return undefined;
  const opened = new BroadcastChannel(CHANNEL);
  opened.onmessage = () => players.forEach((pause) => pause());
  return opened;
};

/** One of the media elements of which only one plays at a time. */
export interface SoundOwner {
  /** Pauses every other element, of this page and of other tabs. Call it when this one starts to play. */
  readonly claim: () => void;
  readonly leave: () => void;
}

/** Adds a media element to those of which only one plays at a time. `pause` pauses it. */
export const shareSound = (pause: () => void): SoundOwner => {
  players.add(pause);
  return {
    claim: () => {
      for (const other of players) if (other !== pause) other();
      // Opened by the first play: before it, there is nothing that another tab could pause.
      channel ??= openChannel();
      channel?.postMessage('playing');
    },
    leave: () => {
      players.delete(pause);
      if (players.size > 0) return;
      channel?.close();
      channel = undefined;
    },
  };
};
