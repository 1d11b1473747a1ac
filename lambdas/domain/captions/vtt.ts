/**
 * A strict reader of WebVTT (W3C, "WebVTT: The Web Video Text Tracks Format") for files of strangers. What it takes is
 * written anew by `writeVtt`, so that nothing but cues reaches a player: no styles, no regions, no comments, no unknown
 * tags.
 */
import { vttTimestamp } from '../media/vtt-time.ts';

/** One caption. Times in seconds; `text` is cue text in which only the format's own tags are left. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  /** Position and alignment, as the format writes them; may be empty. */
  readonly settings: string;
  readonly text: string;
}

/** The text is no WebVTT file. The message is a sentence for people that names the line. */
export class VttError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'VttError';
  }
}

/** More than a day of speech has; a file with more is none. */
const MAX_CUES = 20_000;
/** Characters of one cue: some screens full. */
const MAX_CUE_LENGTH = 2_000;

const TIME = String.raw`(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const TIMING = new RegExp(`^[ \\t]*${TIME}[ \\t]+-->[ \\t]+${TIME}(?:[ \\t]+(.*))?$`);
/** Settings that place a cue (section 4.4); `region` names what is not taken over. */
const SETTING =
  /^(?:vertical:(?:rl|lr)|line:-?\d{1,5}(?:\.\d{1,4})?%?(?:,(?:start|center|end))?|position:\d{1,3}(?:\.\d{1,4})?%(?:,(?:line-left|center|line-right))?|size:\d{1,3}(?:\.\d{1,4})?%|align:(?:start|center|end|left|right))$/;
/** The format's own tags, without classes and names of any other form. */
const TAG =
  /^<(?:\/(?:b|i|u|c|v|lang|ruby|rt)|(?:b|i|u|c|ruby|rt)(?:\.[\w-]{1,40}){0,4}|v(?:\.[\w-]{1,40}){0,4}(?:[ \t][^<>&\n]{0,100})?|lang(?:[ \t][A-Za-z0-9-]{1,40})?|(?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3})>$/;
const OTHER_TAG = /^<[/!A-Za-z][^<>]*>$/;
/**
 * What no text has: control characters, halves of characters, and the mark of a file that was read in a wrong encoding.
 */
const UNREADABLE = /[^\P{Cc}\t\n\f\r]|\p{Cs}|\ufffd/u;

const secondsOf = (hours: string | undefined, minutes = '0', seconds = '0', milliseconds = '0'): number =>
  Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(milliseconds) / 1000;

/** Leaves the format's own tags and takes others out; a `<` that opens none is text. */
const cleanText = (text: string): string =>
  text
    .replace(/<[^<>]*>?/g, (tag) => (TAG.test(tag) ? tag : OTHER_TAG.test(tag) ? '' : `&lt;${tag.slice(1)}`))
    .replaceAll('-->', '--&gt;');

const readCue = (block: readonly string[], at: number): Cue => {
  const named = block[0]?.includes('-->') ? 0 : 1;
  const [, ...parts] = TIMING.exec(block[named] ?? '') ?? [];
  if (parts.length === 0) throw new VttError(`Line ${at + named}: this is not a time such as 00:01.000 --> 00:04.000.`);
  const [start, end] = [
    secondsOf(parts[0], parts[1], parts[2], parts[3]),
    secondsOf(parts[4], parts[5], parts[6], parts[7]),
  ];
  if (end <= start) throw new VttError(`Line ${at + named}: a caption ends after it begins.`);
  const lines = block.slice(named + 1);
  const arrow = lines.findIndex((line) => line.includes('-->'));
  if (arrow >= 0) throw new VttError(`Line ${at + named + 1 + arrow}: an empty line is missing before this time.`);
  const text = lines.join('\n');
  if (text.length > MAX_CUE_LENGTH)
    throw new VttError(`Line ${at + named + 1}: a caption has ${MAX_CUE_LENGTH} characters at most.`);
  const settings = (parts[8] ?? '')
    .split(/[ \t]+/)
    .filter((setting) => SETTING.test(setting))
    .join(' ');
  return { start, end, settings, text: cleanText(text) };
};

/** Reads a file. Throws VttError. Captions without words are left out; the others are sorted by time. */
export const readVtt = (file: string): readonly Cue[] => {
  if (UNREADABLE.test(file)) throw new VttError('The file is not text in UTF-8.');
  const lines = file.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? ''))
    throw new VttError('Line 1: a WebVTT file begins with the word WEBVTT.');
  const cues: Cue[] = [];
  let block: string[] = [];
  lines.push('');
  lines.forEach((line, index) => {
    if (line.trim() !== '') {
      block.push(line);
      return;
    }
    const at = index - block.length + 1;
    const first = block[0];
    // The head, which ends with the first empty line, and blocks that are no cues.
    const skipped = first === undefined || at === 1 || /^(?:NOTE(?:[ \t]|$)|(?:STYLE|REGION)[ \t]*$)/.test(first);
    if (!skipped) cues.push(readCue(block, at));
    else if (block.some((part, offset) => offset > 0 && at === 1 && part.includes('-->')))
      throw new VttError('Line 2: an empty line is missing after the first.');
    block = [];
    if (cues.length > MAX_CUES) throw new VttError(`The file has more than ${MAX_CUES} captions.`);
  });
  const spoken = cues.filter(({ text }) => text.trim() !== '');
  if (spoken.length === 0) throw new VttError('The file has no captions.');
  return spoken.sort((a, b) => a.start - b.start || a.end - b.end);
};

/** Writes cues as a file. */
export const writeVtt = (cues: readonly Cue[]): string =>
  [
    'WEBVTT',
    ...cues.map(
      ({ start, end, settings, text }) =>
        `${vttTimestamp(start)} --> ${vttTimestamp(end)}${settings === '' ? '' : ` ${settings}`}\n${text}`,
    ),
  ].join('\n\n') + '\n';
