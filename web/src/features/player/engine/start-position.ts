/** Where a source starts to play. */
export interface StartPosition {
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

/** Lets `element` start at `seconds`. `onChange`: the start changed before it was reached. */
export const createStartPosition = (
  element: HTMLMediaElement,
  seconds: number,
  onChange: (seconds: number) => void = () => undefined,
): StartPosition => {
  let start: number | null = seconds;
  const begin = () => {
    if (start !== null && start > 0) element.currentTime = start;
    start = null;
  };
  element.addEventListener('loadedmetadata', begin);
  return {
    again: () => {
      start ??= element.currentTime;
    },
    seek: (next) => {
      if (start === null) {
        element.currentTime = next;
        return;
      }
      start = next;
      onChange(next);
    },
    end: () => element.removeEventListener('loadedmetadata', begin),
  };
};
