import { existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { onPath } from '../../media/tools.ts';
import { createPocketsphinx } from './pocketsphinx.ts';
import type { Recognizer } from './recognizer.ts';
import { createWhisper } from './whisper.ts';

/** The recognizer of this computer, or why there is none. */
export type FoundRecognizer = { readonly recognizer: Recognizer } | { readonly missing: string };

/** Environment variables that select a recognizer. */
type Environment = Readonly<Record<string, string | undefined>>;

const HOW_TO =
  'Install PocketSphinx with its English model (on Debian and Ubuntu, the packages pocketsphinx and ' +
  'pocketsphinx-en-us), or set SOUNDSTAGE_WHISPER and SOUNDSTAGE_WHISPER_MODEL to use whisper.cpp, ' +
  'and start again.';

const isFile = (name: string): boolean => path.isAbsolute(name) && existsSync(name) && statSync(name).isFile();

/** Files of a PocketSphinx model, in its folder. */
const MODEL_FILES = ['en-us/mdef', 'en-us.lm.bin', 'cmudict-en-us.dict'] as const;

const isModel = (folder: string): boolean => MODEL_FILES.every((name) => existsSync(path.join(folder, name)));

/** The model that is installed with the program (Homebrew and builds from source), or Debian's. */
const modelFolders = (program: string): readonly string[] => [
  path.resolve(path.dirname(program), '../share/pocketsphinx/model/en-us'),
  path.resolve(path.dirname(realpathSync(program)), '../share/pocketsphinx/model/en-us'),
  '/usr/share/pocketsphinx/model/en-us',
];

const findWhisper = (program: string, model: string | undefined): FoundRecognizer => {
  if (!isFile(program)) return { missing: 'SOUNDSTAGE_WHISPER is not the absolute path of a program.' };
  if (model === undefined || model === '')
    return { missing: 'SOUNDSTAGE_WHISPER needs SOUNDSTAGE_WHISPER_MODEL, the absolute path of a ggml model.' };
  if (!isFile(model)) return { missing: 'SOUNDSTAGE_WHISPER_MODEL is not the absolute path of a file.' };
  return { recognizer: createWhisper(program, model) };
};

const findPocketsphinx = (configured: string | undefined): FoundRecognizer => {
  const program = onPath('pocketsphinx_batch');
  if (program === undefined) return { missing: `No speech recognizer is installed. ${HOW_TO}` };
  if (configured !== undefined && configured !== '')
    return isModel(configured)
      ? { recognizer: createPocketsphinx(program, configured) }
      : { missing: `SOUNDSTAGE_POCKETSPHINX_MODEL is not a folder with ${MODEL_FILES.join(', ')}.` };
  const model = modelFolders(program).find(isModel);
  return model === undefined
    ? { missing: `PocketSphinx has no English model. ${HOW_TO}` }
    : { recognizer: createPocketsphinx(program, model) };
};

/**
 * Finds the recognizer: whisper.cpp if SOUNDSTAGE_WHISPER names it, or else PocketSphinx from the PATH. A wrong setting
 * is reported, and nothing else is used instead.
 */
export const findRecognizer = (environment: Environment = process.env): FoundRecognizer => {
  const { SOUNDSTAGE_WHISPER: whisper } = environment;
  return whisper !== undefined && whisper !== ''
    ? findWhisper(whisper, environment['SOUNDSTAGE_WHISPER_MODEL'])
    : findPocketsphinx(environment['SOUNDSTAGE_POCKETSPHINX_MODEL']);
};
