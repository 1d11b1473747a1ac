import type { Recognition, RecognizedItem } from './recognizer.ts';
import { textOf, timesOf } from './transcript.ts';

export type SubtitleFormat = 'vtt' | 'srt';

/** Content types of the files. */
export const SUBTITLE_TYPES: Readonly<Record<SubtitleFormat, string>> = {
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
};

/** Two lines of 42 characters, as is common for subtitles. AWS does not document where it breaks them. */
const LINE = 42;

/** A pause of this many seconds ends a subtitle. */
const PAUSE_SECONDS = 1;

/** Divides a segment into subtitles that fit two lines and contain no long pause. */
const cuesOf = (segment: readonly RecognizedItem[]): readonly (readonly RecognizedItem[])[] => {
  const cues: RecognizedItem[][] = [];
  for (const item of segment) {
    const cue = cues.at(-1);
    const fits =
      cue !== undefined &&
      (item.type === 'punctuation' ||
        (textOf([...cue, item]).length <= 2 * LINE && item.from - timesOf(cue).to < PAUSE_SECONDS));
    if (fits) cue.push(item);
    else cues.push([item]);
  }
  return cues;
};

/** Breaks a text at the space that is nearest to its middle. */
const twoLines = (text: string): string => {
  if (text.length <= LINE) return text;
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  const middle = text.length / 2;
  const at = spaces.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  return at === undefined ? text : `${text.slice(0, at)}\n${text.slice(at + 1)}`;
};

const two = (value: number): string => String(value).padStart(2, '0');

/** `hh:mm:ss`, and milliseconds after a separator. */
const clockTime = (value: number, separator: '.' | ','): string => {
  const ms = Math.round(value * 1000);
  const whole = Math.floor(ms / 1000);
  return (
    `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}` +
    `${separator}${String(ms % 1000).padStart(3, '0')}`
  );
};

const escapeVtt = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * A subtitle file, numbered from `startIndex`. Undefined without speech: Transcribe writes no file then.
 */
export const subtitleFile = (
  format: SubtitleFormat,
  { segments }: Recognition,
  startIndex: number,
): string | undefined => {
  if (segments.length === 0) return undefined;
  const cues = segments.flatMap(cuesOf).map((cue, index) => {
    const { from, to } = timesOf(cue);
    const separator = format === 'vtt' ? '.' : ',';
    const text = twoLines(textOf(cue));
    return (
      `${startIndex + index}\n${clockTime(from, separator)} --> ${clockTime(to, separator)}\n` +
      `${format === 'vtt' ? escapeVtt(text) : text}\n`
    );
  });
  return `${format === 'vtt' ? 'WEBVTT\n\n' : ''}${cues.join('\n')}`;
};
