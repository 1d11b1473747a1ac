/** Preview pictures of a video, as listed in the storyboard's WebVTT. */

/** One picture: its time in seconds, its sheet, and its position and size there in pixels. */
export interface StoryboardTile {
  readonly start: number;
  readonly end: number;
  /** Same-origin URL. */
  readonly sheet: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const CUE =
  /^(\d{2,}):(\d{2}):(\d{2}\.\d{3}) --> (\d{2,}):(\d{2}):(\d{2}\.\d{3})\n([\w.-]+)#xywh=(\d+),(\d+),(\d+),(\d+)$/gm;

const seconds = (hours = '', minutes = '', rest = ''): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);

/** Reads the WebVTT at `url`. Only sheets in the same folder are accepted. */
export const readStoryboard = (text: string, url: string): readonly StoryboardTile[] =>
  [...text.replaceAll('\r\n', '\n').matchAll(CUE)].map(
    ([, h1, m1, s1, h2, m2, s2, file = '', x, y, width, height]) => ({
      start: seconds(h1, m1, s1),
      end: seconds(h2, m2, s2),
      sheet: url.slice(0, url.lastIndexOf('/') + 1) + file,
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    }),
  );

/** The picture for a time. */
export const tileAt = (tiles: readonly StoryboardTile[], time: number): StoryboardTile | undefined =>
  tiles.find(({ start, end }) => time >= start && time < end);

/** Loads a storyboard. Returns no pictures if that fails: the slider works without them. */
export const loadStoryboard = async (url: string): Promise<readonly StoryboardTile[]> => {
  try {
    const response = await fetch(url);
    return response.ok ? readStoryboard(await response.text(), url) : [];
  } catch {
    return [];
  }
};
