import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Recorded outputs of recognizers; README.md says how they were made. */
const RECORDINGS = path.join(import.meta.dirname, 'recognizers');

/** A program that behaves like a recognizer on one file, by replaying what the real one wrote. */
export interface ReplayedRecognizer {
  readonly program: string;
  /** Folder to put on the PATH. */
  readonly folder: string;
  /** Value of SOUNDSTAGE_POCKETSPHINX_MODEL: a folder with the files of a model, all empty. */
  readonly model: string;
  /** The arguments of the last call, and the text of the file after `-ctl`. */
  lastCall(): { readonly args: readonly string[]; readonly control: string };
}

/** What the program prints without arguments. Version 5 no longer has an argument about silence. */
const USAGE = {
  '0.8': '-adcin\t\tno\t\tInput is raw audio data\n-remove_silence\t\tyes\t\tEnables VAD\n',
  '5': '-adcin            no                     Input is raw audio data\n',
} as const;

const executable = (file: string, script: string): void => {
  writeFileSync(`${file}.cjs`, script);
  // The engine passes no environment, so the program cannot find node on the PATH.
  writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${file}.cjs" "$@"\n`);
  chmodSync(file, 0o755);
};

/** Replays a recorded CTM file as `pocketsphinx_batch`. It fails for arguments that this version does not know. */
export const replayPocketsphinx = (
  folder: string,
  version: keyof typeof USAGE,
  recording: string,
): ReplayedRecognizer => {
  mkdirSync(folder, { recursive: true });
  const program = path.join(folder, 'pocketsphinx_batch');
  const call = path.join(folder, 'call.json');
  executable(
    program,
    `const { copyFileSync, readFileSync, writeFileSync } = require('node:fs');
    const args = process.argv.slice(2);
    const usage = ${JSON.stringify(USAGE[version])};
    if (args.length === 0) { process.stderr.write(usage); process.exit(1); }
    if (args.includes('-remove_silence') && !usage.includes('-remove_silence')) {
      console.error("ERROR: Unknown argument name 'remove_silence'");
      process.exit(1);
    }
    const valueOf = (name) => args[args.indexOf(name) + 1];
    const control = readFileSync(valueOf('-ctl'), 'utf8');
    readFileSync(valueOf('-cepdir') + '/' + control.split(' ')[0] + valueOf('-cepext'));
    writeFileSync(${JSON.stringify(call)}, JSON.stringify({ args, control }));
    copyFileSync(${JSON.stringify(path.join(RECORDINGS, recording))}, valueOf('-ctm'));`,
  );
  const model = path.join(folder, 'model');
  mkdirSync(path.join(model, 'en-us'), { recursive: true });
  for (const name of ['en-us/mdef', 'en-us.lm.bin', 'cmudict-en-us.dict']) writeFileSync(path.join(model, name), '');
  return {
    program,
    folder,
    model,
    lastCall: () => JSON.parse(readFileSync(call, 'utf8')) as ReturnType<ReplayedRecognizer['lastCall']>,
  };
};

/** A `whisper-cli` that writes a JSON file in the documented format, and a model file for it. */
export const fakeWhisper = (
  folder: string,
  recording: string,
): { readonly program: string; readonly model: string } => {
  mkdirSync(folder, { recursive: true });
  const program = path.join(folder, 'whisper-cli');
  const json = path.join(folder, 'output.json');
  copyFileSync(path.join(RECORDINGS, recording), json);
  executable(
    program,
    `const { copyFileSync, readFileSync } = require('node:fs');
    const args = process.argv.slice(2);
    const valueOf = (name) => args[args.indexOf(name) + 1];
    readFileSync(valueOf('--file'));
    readFileSync(valueOf('--model'));
    if (!args.includes('--output-json-full')) process.exit(1);
    copyFileSync(${JSON.stringify(json)}, valueOf('--output-file') + '.json');`,
  );
  const model = path.join(folder, 'ggml-base.bin');
  writeFileSync(model, '');
  return { program, model };
};
