import { writeVtt } from '../captions/vtt.ts';
import type { Segment } from '../analysis/transcript.ts';
import { vttTimestamp } from '../media/vtt-time.ts';

/** File formats of a transcript. */
export const TRANSCRIPT_FORMATS = ['vtt', 'srt', 'txt'] as const;
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

/** A pause that starts a new paragraph of the plain text. */
const PARAGRAPH_MS = 2_000;

const cueText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** WebVTT. The words are text: a tag in them is shown, not applied. */
export const toVtt = (segments: readonly Segment[]): string =>
  writeVtt(
    segments.map(({ start_ms: start, end_ms: end, text }) => ({
      start: start / 1000,
      end: end / 1000,
      settings: '',
      text: cueText(text),
    })),
  );

/** SubRip. It has no escapes, so an arrow and the start of a tag, which players would interpret, get a space. */
const toSrt = (segments: readonly Segment[]): string => {
  const time = (ms: number): string => vttTimestamp(ms / 1000).replace('.', ',');
  const plain = (text: string): string => text.replaceAll('-->', '-- >').replace(/<(?=\S)/g, '< ');
  return segments
    .map(
      ({ start_ms: start, end_ms: end, text }, index) =>
        `${index + 1}\n${time(start)} --> ${time(end)}\n${plain(text)}\n`,
    )
    .join('\n');
};

/** Plain text: a paragraph for each part between two long pauses. */
const toText = (segments: readonly Segment[]): string =>
  segments
    .map(({ text, start_ms: start }, index) => {
      const last = segments[index - 1];
      const separator = last === undefined ? '' : start - last.end_ms >= PARAGRAPH_MS ? '\n\n' : '\n';
      return separator + text;
    })
    .join('') + '\n';

const writers = { vtt: toVtt, srt: toSrt, txt: toText } as const;

/** Formats a transcript as a file. */
export const writeTranscript = (segments: readonly Segment[], format: TranscriptFormat): string =>
  writers[format](segments);
