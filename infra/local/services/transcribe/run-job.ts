import { mkdir, rm } from 'node:fs/promises';
import { MediaToolError } from '../../media/confined.ts';
import type { FoundRecognizer } from './find-recognizer.ts';
import { JobFailure } from './job-failure.ts';
import type { JobOutcome } from './job-record.ts';
import type { Recognition, Recognizer } from './recognizer.ts';
import { subtitleKey, type TranscriptionRequest } from './request.ts';
import { extractSound, type SoundRun } from './sound.ts';
import { SUBTITLE_TYPES, subtitleFile } from './subtitles.ts';
import { transcriptFile } from './transcript.ts';

/** A job to run, and the services that it needs. */
export interface JobRun extends SoundRun {
  readonly recognizer: () => FoundRecognizer;
}

/** The ISO 639 code of a language code: `en` of `en-US`. */
const languageOf = (code: string | undefined): string | undefined => code?.slice(0, code.indexOf('-'));

/** The language code of an identified language: one of the options, or that of its most common region. */
const codeOf = (language: string, options: readonly string[]): string =>
  options.find((option) => languageOf(option) === language) ??
  `${language}-${new Intl.Locale(language).maximize().region ?? ''}`;

const requireRecognizer = (found: FoundRecognizer, language: string | undefined): Recognizer => {
  if ('missing' in found) throw new JobFailure(found.missing);
  const rejection = found.recognizer.rejection(language);
  if (rejection !== undefined) throw new JobFailure(rejection);
  return found.recognizer;
};

/** Removes absolute paths: a program's message can contain those of its own files. */
const withoutPaths = (message: string): string => message.replace(/(?:\/|[A-Z]:\\)[^\s"':]+/g, '…');

const runTool = async <T>(subject: string, task: () => Promise<T>): Promise<T> => {
  try {
    return await task();
  } catch (error) {
    if (error instanceof MediaToolError) throw new JobFailure(`${subject}: ${withoutPaths(error.message)}`);
    throw error;
  }
};

const writeOutputs = async (
  { store, request, signal }: JobRun,
  recognition: Recognition,
  identified: string | undefined,
): Promise<void> => {
  const { name, output, subtitles } = request;
  const write = async (key: string, body: string, contentType: string): Promise<void> => {
    signal.throwIfAborted();
    await store.writeObject(output.bucket, key, body, { contentType });
  };
  for (const format of subtitles?.formats ?? []) {
    const text = subtitleFile(format, recognition, subtitles?.startIndex ?? 0);
    if (text !== undefined) await write(subtitleKey(request, format), text, SUBTITLE_TYPES[format]);
  }
  await write(output.key, JSON.stringify(transcriptFile(name, recognition, identified)), 'application/json');
};

const outputLanguage = ({ languageCode, languageOptions }: TranscriptionRequest, { language }: Recognition): string =>
  languageCode ?? codeOf(language, languageOptions);

/**
 * Runs a job: extracts the sound, recognizes it and writes the outputs.
 * @throws JobFailure with the reason for the user
 */
export const runJob = async (run: JobRun): Promise<JobOutcome> => {
  const { request, folder, clock, signal } = run;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    const sound = await runTool('The media file cannot be read', () => extractSound(run));
    const language = languageOf(request.languageCode);
    const recognizer = requireRecognizer(run.recognizer(), language);
    const recognition = await runTool('The speech recognizer failed', () =>
      recognizer.recognize({ sound: sound.file, duration: sound.duration, language, folder, clock, signal }),
    );
    const languageCode = outputLanguage(request, recognition);
    await writeOutputs(run, recognition, request.languageCode === undefined ? languageCode : undefined);
    return {
      languageCode,
      mediaFormat: sound.mediaFormat,
      sampleRate: sound.sampleRate,
      recognizer: recognizer.title,
      model: recognizer.model,
      hasSpeech: recognition.segments.length > 0,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
