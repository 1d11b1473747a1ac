import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { MediaToolError, runConfined } from '../../media/confined.ts';
import {
  recognizerLimit,
  type Recognition,
  type RecognizedItem,
  type Recognizer,
  type RecognizerRun,
} from './recognizer.ts';

const offsets = z.object({ from: z.number(), to: z.number() });
/** The file that `--output-json-full` writes. Offsets are milliseconds. */
const whisperOutput = z.object({
  result: z.object({ language: z.string() }),
  transcription: z.array(
    z.object({
      offsets,
      text: z.string(),
      tokens: z.array(z.object({ text: z.string(), offsets: offsets.optional(), p: z.number() })),
    }),
  ),
});
type WhisperSegment = z.infer<typeof whisperOutput>['transcription'][number];

const textOf = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');

/** Tokens of the model itself, such as `[_BEG_]` and `[_TT_150]`. */
const isControl = (text: string): boolean => /^\[_.*\]$/.test(text.trim());

/** Descriptions of sounds that are not speech: `[MUSIC]`, `(applause)`, `*sighs*`, `♪`. */
const isDescription = (text: string): boolean => /^(\s|♪|\[[^\]]*\]|\([^)]*\)|\*[^*]*\*|-)*$/u.test(text);

/** The marks at the end of a word that AWS writes as items of their own. */
const MARKS = /^(.*?)([.,!?;:…。、，！？]*)$/su;
const isMark = (bytes: string): boolean => MARKS.exec(textOf(bytes).trim())?.[1] === '';

interface Draft {
  text: string;
  from: number;
  to: number;
  readonly confidences: number[];
}

/**
 * Joins tokens to words: a token that starts with a space starts a word. Texts are bytes here, because a character can
 * be spread over two tokens.
 */
const draftsOf = (segment: WhisperSegment): readonly Draft[] => {
  const drafts: Draft[] = [];
  for (const { text, offsets: times = segment.offsets, p } of segment.tokens) {
    if (isControl(text)) continue;
    const current = drafts.at(-1);
    if (current && !text.startsWith(' ')) {
      current.text += text;
      if (isMark(text)) continue;
      current.to = Math.max(current.to, times.to);
      current.confidences.push(p);
    } else {
      drafts.push({ text, from: times.from, to: Math.max(times.from, times.to), confidences: [p] });
    }
  }
  return drafts;
};

const itemsOf = (segment: WhisperSegment): readonly RecognizedItem[] =>
  isDescription(textOf(segment.text))
    ? []
    : draftsOf(segment).flatMap(({ text, from, to, confidences }): readonly RecognizedItem[] => {
        const [, content = '', marks = ''] = MARKS.exec(textOf(text).trim()) ?? [];
        const confidence = confidences.reduce((sum, each) => sum + each, 0) / confidences.length;
        return [
          ...(content === ''
            ? []
            : [{ type: 'pronunciation' as const, content, from: from / 1000, to: to / 1000, confidence }]),
          ...[...marks].map((mark) => ({ type: 'punctuation' as const, content: mark })),
        ];
      });

/**
 * Reads the JSON file of whisper.cpp, as bytes in Latin-1.
 * @throws MediaToolError when it has another shape
 */
export const recognitionOfWhisper = (bytes: string): Recognition => {
  let json: unknown;
  try {
    json = JSON.parse(bytes);
  } catch {
    throw new MediaToolError('whisper.cpp wrote no valid JSON');
  }
  const parsed = whisperOutput.safeParse(json);
  if (!parsed.success)
    throw new MediaToolError('whisper.cpp wrote JSON without tokens. Version 1.5 or later is needed');
  const { result, transcription } = parsed.data;
  // Marks before the first word belong to nothing.
  const segments = transcription
    .map(itemsOf)
    .map((items) => items.slice(items.findIndex(({ type }) => type === 'pronunciation')))
    .filter((items) => items[0]?.type === 'pronunciation');
  return { language: result.language, segments };
};

const recognize = async (
  program: string,
  model: string,
  { sound, duration, language = 'auto', folder, clock, signal }: RecognizerRun,
): Promise<Recognition> => {
  const output = path.join(folder, 'whisper');
  await runConfined({
    program,
    args: ['--model', model, '--language', language, '--output-json-full', '--output-file', output, '--file', sound],
    folder,
    clock,
    timeLimit: recognizerLimit(duration),
    signal,
    hide: sound,
    onLine: () => undefined,
  });
  const recognition = recognitionOfWhisper(await readFile(`${output}.json`, 'latin1'));
  // A model for English only says so here, and ignores the language that it was asked for.
  if (language !== 'auto' && recognition.language !== language)
    throw new MediaToolError(`The model of SOUNDSTAGE_WHISPER_MODEL does not recognize the language "${language}"`);
  return recognition;
};

/** A whisper.cpp program (`whisper-cli`) with a model file. */
export const createWhisper = (program: string, model: string): Recognizer => ({
  title: `whisper.cpp (${path.basename(model)})`,
  model: `local-whisper.cpp-${path.parse(model).name.replace(/[^\w.-]/g, '-')}`,
  rejection: () => undefined,
  recognize: (run) => recognize(program, model, run),
});
