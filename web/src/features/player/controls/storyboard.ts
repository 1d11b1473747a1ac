/** Small pictures along a video, as the storyboard's WebVTT names them. */

/** One picture: its time in seconds, its sheet, and its place there in pixels. */
export interface StoryboardTile {
  readonly start: number;
  readonly end: number;
  /** Same-origin address. */
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

/** Reads the WebVTT at `url`. Only sheets beside it are taken. */
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

/** Fetches and reads it. Without it there is none: it only helps to find a place. */
export const loadStoryboard = async (url: string): Promise<readonly StoryboardTile[]> => {
  try {
    const answer = await fetch(url);
    return answer.ok ? readStoryboard(await answer.text(), url) : [];
  } catch {
    return [];
  }
};
