import { MAX_SCRIPT_BYTES } from '../../../../lambdas/contract/content/analysis-limits.ts';
import type { ScriptInput } from '../../../../lambdas/contract/content/transcript-editing.ts';
import { transcriptTexts as texts } from './texts.ts';

/** A script in a form; the text is empty for none. */
export type ScriptDraft = ScriptInput;

export const EMPTY_SCRIPT: ScriptDraft = { text: '', kind: 'text', language: 'en' };

/** Types of files that a script can be read from, as the `accept` attribute of an input. */
export const SCRIPT_FILES = '.txt,.lrc,text/plain';

/** Control characters that no text has; the contract rejects them. */
const CONTROL = /[\x00-\x08\x0B\x0C\x0E-\x1F\x7F]/;

/** Why a script cannot be aligned, as a sentence; undefined if it can, and for an empty one. */
export const scriptProblem = ({ text }: Pick<ScriptDraft, 'text'>): string | undefined => {
  if (text.trim() === '') return undefined;
  if (CONTROL.test(text)) return texts.notText;
  if (!/[\p{L}\p{N}]/u.test(text)) return texts.noWords;
  return new TextEncoder().encode(text).length > MAX_SCRIPT_BYTES ? texts.tooLong : undefined;
};

/** Times at the start of the lines of an LRC file, such as `[01:02.50]`. The alignment finds them itself. */
const LRC_TIMES = /^[ \t]*(?:\[\d+:\d+(?:[.:]\d+)?\][ \t]*)+/gm;

const isLyricsFile = ({ name }: Pick<File, 'name'>): boolean => /\.lrc$/i.test(name);

const readText = async (file: File): Promise<string> => {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(texts.notText);
  }
};

/** Reads a script from a file: LRC files are lyrics. Rejects with a sentence for the user. */
export const readScriptFile = async (file: File, draft: ScriptDraft): Promise<ScriptDraft> => {
  // Twice the limit, because the times of lyrics do not count.
  if (file.size > 2 * MAX_SCRIPT_BYTES) throw new Error(texts.tooLong);
  const read = await readText(file);
  const text = isLyricsFile(file) ? read.replace(LRC_TIMES, '') : read;
  const next: ScriptDraft = { ...draft, text, ...(isLyricsFile(file) ? { kind: 'lyrics' } : {}) };
  const problem = text.trim() === '' ? texts.noWords : scriptProblem(next);
  if (problem !== undefined) throw new Error(problem);
  return next;
};
