/**
 * A strict parser of WebVTT (W3C, "WebVTT: The Web Video Text Tracks Format") for untrusted files. `writeVtt` writes a
 * new file from the parsed cues, so that only cues reach a player: no styles, regions, comments or unknown tags.
 */
import { vttTimestamp } from '../media/vtt-time.ts';

/** One caption. Times in seconds. `text` is cue text that contains only the format's own tags. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  /** Position and alignment in WebVTT syntax; can be empty. */
  readonly settings: string;
  readonly text: string;
}

/** The text is not a WebVTT file. The message is a sentence for the user that names the line. */
export class VttError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'VttError';
  }
}

/** More than a day of speech needs. */
const MAX_CUES = 20_000;
/** Maximum length of a cue in characters: several screens of text. */
const MAX_CUE_LENGTH = 2_000;

const TIME = String.raw`(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const TIMING = new RegExp(`^[ \\t]*${TIME}[ \\t]+-->[ \\t]+${TIME}(?:[ \\t]+(.*))?$`);
const anyOf = (patterns: readonly string[]): RegExp => new RegExp(`^(?:${patterns.join('|')})$`);
const FRACTION = String.raw`(?:\.\d{1,4})?`;
/** Settings that place a cue (section 4.4). `region` is left out, because regions are not kept. */
const SETTING = anyOf([
  'vertical:(?:rl|lr)',
  String.raw`line:-?\d{1,5}${FRACTION}%?(?:,(?:start|center|end))?`,
  String.raw`position:\d{1,3}${FRACTION}%(?:,(?:line-left|center|line-right))?`,
  String.raw`size:\d{1,3}${FRACTION}%`,
  'align:(?:start|center|end|left|right)',
]);
const CLASSES = String.raw`(?:\.[\w-]{1,40}){0,4}`;
/** The format's own tags, with well-formed classes and annotations only. */
const TAG = anyOf([
  '</(?:b|i|u|c|v|lang|ruby|rt)>',
  `<(?:b|i|u|c|ruby|rt)${CLASSES}>`,
  String.raw`<v${CLASSES}(?:[ \t][^<>&\n]{0,100})?>`,
  String.raw`<lang(?:[ \t][A-Za-z0-9-]{1,40})?>`,
  String.raw`<(?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3}>`,
]);
const OTHER_TAG = /^<[/!A-Za-z][^<>]*>$/;
/** Control characters, unpaired surrogates, and the replacement character of a file read with the wrong encoding. */
const UNREADABLE = /[^\P{Cc}\t\n\f\r]|\p{Cs}|\ufffd/u;

const secondsOf = (hours: string | undefined, minutes = '0', seconds = '0', milliseconds = '0'): number =>
  Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(milliseconds) / 1000;

/** Keeps the format's own tags and removes all others. A `<` that does not start a tag is text. */
const cleanText = (text: string): string =>
  text
    .replace(/<[^<>]*>?/g, (tag) => (TAG.test(tag) ? tag : OTHER_TAG.test(tag) ? '' : `&lt;${tag.slice(1)}`))
    .replaceAll('-->', '--&gt;');

const readCue = (block: readonly string[], at: number): Cue => {
  const named = block[0]?.includes('-->') ? 0 : 1;
  const [, ...parts] = TIMING.exec(block[named] ?? '') ?? [];
  if (parts.length === 0) throw new VttError(`Line ${at + named}: expected a time such as 00:01.000 --> 00:04.000.`);
  const [start, end] = [
    secondsOf(parts[0], parts[1], parts[2], parts[3]),
    secondsOf(parts[4], parts[5], parts[6], parts[7]),
  ];
  if (end <= start) throw new VttError(`Line ${at + named}: a caption must end after it starts.`);
  const lines = block.slice(named + 1);
  const arrow = lines.findIndex((line) => line.includes('-->'));
  if (arrow >= 0) throw new VttError(`Line ${at + named + 1 + arrow}: add an empty line before this time.`);
  const text = lines.join('\n');
  if (text.length > MAX_CUE_LENGTH)
    throw new VttError(`Line ${at + named + 1}: a caption can have up to ${MAX_CUE_LENGTH} characters.`);
  const settings = (parts[8] ?? '')
    .split(/[ \t]+/)
    .filter((setting) => SETTING.test(setting))
    .join(' ');
  return { start, end, settings, text: cleanText(text) };
};

/** Parses a file. Throws VttError. Captions without text are left out; the others are sorted by time. */
export const readVtt = (file: string): readonly Cue[] => {
  if (UNREADABLE.test(file)) throw new VttError('The file is not UTF-8 text.');
  const lines = file.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) throw new VttError('Line 1: a WebVTT file must start with WEBVTT.');
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
    // Skips the header, which ends with the first empty line, and blocks that are not cues.
    const skipped = first === undefined || at === 1 || /^(?:NOTE(?:[ \t]|$)|(?:STYLE|REGION)[ \t]*$)/.test(first);
    if (!skipped) cues.push(readCue(block, at));
    else if (block.some((part, offset) => offset > 0 && at === 1 && part.includes('-->')))
      throw new VttError('Line 2: add an empty line after the first line.');
    block = [];
    if (cues.length > MAX_CUES) throw new VttError(`The file has more than ${MAX_CUES} captions.`);
  });
  const spoken = cues.filter(({ text }) => text.trim() !== '');
  if (spoken.length === 0) throw new VttError('The file has no captions.');
  return spoken.sort((a, b) => a.start - b.start || a.end - b.end);
};

/** Formats cues as a WebVTT file. */
export const writeVtt = (cues: readonly Cue[]): string =>
  [
    'WEBVTT',
    ...cues.map(
      ({ start, end, settings, text }) =>
        `${vttTimestamp(start)} --> ${vttTimestamp(end)}${settings === '' ? '' : ` ${settings}`}\n${text}`,
    ),
  ].join('\n\n') + '\n';
