/** A media element, as far as reading the duration of a file needs it. */
export type DurationReader = Pick<HTMLMediaElement, 'src' | 'preload' | 'duration' | 'onloadedmetadata' | 'onerror'>;

/**
 * Seconds that a media file lasts; null when the browser cannot read its format. Reads only the beginning or the end of
 * the file, where its length is.
 */
export const readDuration = (
  file: Blob,
  signal: AbortSignal,
  element: DurationReader = document.createElement('video'),
): Promise<number | null> => {
  const url = URL.createObjectURL(file);
  return new Promise<number | null>((resolve) => {
    element.preload = 'metadata';
    element.onloadedmetadata = () => resolve(Number.isFinite(element.duration) ? element.duration : null);
    element.onerror = () => resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
    element.src = url;
  }).finally(() => URL.revokeObjectURL(url));
};
