/** Where a source starts to play. */
export interface StartPosition {
  /** Where the element plays, in seconds; the start until it is reached. The element reports 0 until then. */
  readonly position: () => number;
  /** The element loads its media again, and continues at its position. */
  readonly again: () => void;
  /**
   * Seeks. Until the element knows its media, this changes the start: the element would jump back to it, and an answer
   * to the question where to resume would be lost on a slow connection.
   */
  readonly seek: (seconds: number) => void;
  /** Ends, and leaves the position of the element alone from now on. */
  readonly end: () => void;
}

/**
 * Lets `element` start at `seconds`. `onChange`: the start changed before it was reached.
 *
 * An element can seek once it knows its media. A busy browser plays the beginning before it dispatches the event for
 * that, so the element is held at a rate of 0 until it has reached its start. Not by calling `play` later: some of them
 * allow that only within the gesture of a user.
 */
export const createStartPosition = (
  element: HTMLMediaElement,
  seconds: number,
  onChange: (seconds: number) => void = () => undefined,
): StartPosition => {
  let start: number | null = seconds;
  let held = false;
  const hold = () => {
    held = true;
    element.playbackRate = 0;
  };
  const release = () => {
    if (held) element.playbackRate = element.defaultPlaybackRate;
    held = false;
  };
  const holdUntilStart = () => {
    if (start !== null && start > 0) hold();
    else release();
  };
  const begin = () => {
    if (start !== null && start > 0) element.currentTime = start;
    start = null;
  };
  const arrive = () => {
    if (start === null) release();
  };
  // Every load resets the rate.
  element.addEventListener('loadstart', holdUntilStart);
  element.addEventListener('loadedmetadata', begin);
  element.addEventListener('seeked', arrive);
  return {
    position: () => start ?? element.currentTime,
    again: () => {
      start ??= element.currentTime;
    },
    seek: (next) => {
      if (start === null) {
        element.currentTime = next;
        return;
      }
      start = next;
      holdUntilStart();
      onChange(next);
    },
    end: () => {
      release();
      element.removeEventListener('loadstart', holdUntilStart);
      element.removeEventListener('loadedmetadata', begin);
      element.removeEventListener('seeked', arrive);
    },
  };
};
