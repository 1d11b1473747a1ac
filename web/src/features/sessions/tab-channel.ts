/** Name of the channel between the tabs of this site. */
const NAME = 'soundstage-session';

/** Informs the other tabs of this browser how long the session lasts. */
export interface TabChannel {
  /** Does nothing once the channel is closed, as when the session was lost while the server was asked. */
  readonly send: (remainingMs: number) => void;
  readonly close: () => void;
}

/** Opens the channel. Tabs of a browser without it ask the server, only later. */
export const openTabChannel = (onHeard: (remainingMs: number) => void): TabChannel => {
  if (typeof BroadcastChannel === 'undefined') return { send: () => {}, close: () => {} };
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'number' && data > 0) onHeard(data);
  };
  let isOpen = true;
  return {
    send: (remainingMs) => {
      if (isOpen) channel.postMessage(remainingMs);
    },
    close: () => {
      isOpen = false;
      channel.close();
    },
  };
};
