import { z } from 'zod';
import { AwsError } from '../../aws/service.ts';
import { parseInput, type InputIssue } from '../../aws/json-service.ts';
import { parseS3Url, type ObjectLocation } from '../../media/object-store.ts';

/** The error of Transcribe for a request that is invalid, or that the local Transcribe does not support. */
export const badRequest = (message: string): AwsError => new AwsError('BadRequestException', message);

/** Words a schema's finding with the path of the field. */
export const invalidRequest = ({ path, message }: InputIssue): AwsError =>
  badRequest(`${path.join('.') || 'Request'}: ${message}`);

export const jobName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[0-9a-zA-Z._-]+$/, 'must contain only letters, digits, periods, underscores and hyphens')
  .refine((name) => name !== '.' && name !== '..', 'must not be "." or ".."');

const languageCode = z.string().regex(/^[a-z]{2,3}-[A-Z]{2}$/, 'must be a language code, such as en-US');

const startInput = z.object({
  TranscriptionJobName: jobName,
  LanguageCode: languageCode.nullish(),
  IdentifyLanguage: z.boolean().nullish(),
  IdentifyMultipleLanguages: z.boolean().nullish(),
  LanguageOptions: z.array(languageCode).min(1).nullish(),
  MediaSampleRateHertz: z.int().min(8000).max(48_000).nullish(),
  MediaFormat: z.enum(['mp3', 'mp4', 'wav', 'flac', 'ogg', 'amr', 'webm', 'm4a']).nullish(),
  Media: z.record(z.string(), z.unknown()),
  OutputBucketName: z
    .string()
    .max(64)
    .regex(/^[a-z0-9][.\-a-z0-9]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .nullish(),
  OutputKey: z
    .string()
    .regex(/^[a-zA-Z0-9\-_.!*'()/]{1,1024}$/, "may contain letters, digits and -_.!*'()/ only")
    .nullish(),
  Settings: z.record(z.string(), z.unknown()).nullish(),
  Subtitles: z
    .object({ Formats: z.array(z.enum(['vtt', 'srt'])).nullish(), OutputStartIndex: z.int().min(0).max(1).nullish() })
    .nullish(),
  Tags: z
    .array(z.object({ Key: z.string().min(1).max(128), Value: z.string().max(256) }))
    .min(1)
    .max(200)
    .nullish(),
});
const mediaUri = z
  .string()
  .max(2000)
  .regex(/^s3:\/\/[^/]+\/.+$/s, 'must be s3://<bucket>/<key>');

type StartInput = z.infer<typeof startInput>;

/** A valid StartTranscriptionJob request. */
export interface TranscriptionRequest {
  readonly name: string;
  /** Undefined when the language must be identified. */
  readonly languageCode: string | undefined;
  readonly languageOptions: readonly string[];
  readonly sampleRate: number | undefined;
  readonly mediaFormat: NonNullable<StartInput['MediaFormat']> | undefined;
  readonly media: ObjectLocation;
  readonly mediaUri: string;
  /** Location of the transcript file. */
  readonly output: ObjectLocation;
  readonly subtitles: { readonly formats: readonly ('vtt' | 'srt')[]; readonly startIndex: number } | undefined;
  readonly tags: readonly { readonly Key: string; readonly Value: string }[];
}

const notSupported = (field: string): AwsError => badRequest(`${field}: is not supported by the local Transcribe`);

/** Rejects fields with a value that ask for something that is not supported, by name. */
const rejectOthers = (value: Readonly<Record<string, unknown>>, known: readonly string[], prefix = ''): void => {
  for (const [name, field] of Object.entries(value)) {
    if (known.includes(name) || field === undefined || field === null || field === false) continue;
    throw notSupported(`${prefix}${name}`);
  }
};

/** The location of the transcript, by the rules of OutputKey: a name with `.json`, or a folder. */
const outputOf = (bucket: string, key: string | undefined, name: string): ObjectLocation => {
  if (key === undefined) return { bucket, key: `${name}.json` };
  return { bucket, key: key.endsWith('.json') ? key : `${key.replace(/\/$/, '')}/${name}.json` };
};

const requireOneLanguage = (input: StartInput): void => {
  const chosen = [
    input.LanguageCode !== undefined && input.LanguageCode !== null,
    input.IdentifyLanguage === true,
    input.IdentifyMultipleLanguages === true,
  ].filter(Boolean).length;
  if (chosen !== 1)
    throw badRequest('You must include exactly one of LanguageCode, IdentifyLanguage and IdentifyMultipleLanguages.');
  if (input.IdentifyMultipleLanguages === true) throw notSupported('IdentifyMultipleLanguages');
  if (input.LanguageOptions && input.IdentifyLanguage !== true)
    throw badRequest('LanguageOptions: can only be used together with IdentifyLanguage');
};

/**
 * Reads a StartTranscriptionJob request.
 * @throws AwsError BadRequestException for invalid values, and for settings that are not supported, by name
 */
export const parseStartRequest = (value: Readonly<Record<string, unknown>>): TranscriptionRequest => {
  rejectOthers(value, Object.keys(startInput.shape));
  const input = parseInput(startInput, value, invalidRequest);
  requireOneLanguage(input);
  rejectOthers(input.Media, ['MediaFileUri'], 'Media.');
  rejectOthers(input.Settings ?? {}, [], 'Settings.');
  const uri = parseInput(z.object({ Media: z.object({ MediaFileUri: mediaUri }) }), input, invalidRequest).Media
    .MediaFileUri;
  // Without it, AWS uses a bucket of its own and returns presigned URLs.
  if (!input.OutputBucketName) throw badRequest('OutputBucketName: is required by the local Transcribe');
  const formats = [...new Set(input.Subtitles?.Formats ?? [])];
  return {
    name: input.TranscriptionJobName,
    languageCode: input.LanguageCode ?? undefined,
    languageOptions: input.LanguageOptions ?? [],
    sampleRate: input.MediaSampleRateHertz ?? undefined,
    mediaFormat: input.MediaFormat ?? undefined,
    media: parseS3Url(uri),
    mediaUri: uri,
    output: outputOf(input.OutputBucketName, input.OutputKey ?? undefined, input.TranscriptionJobName),
    subtitles: formats.length > 0 ? { formats, startIndex: input.Subtitles?.OutputStartIndex ?? 0 } : undefined,
    tags: input.Tags ?? [],
  };
};

/** The key of a subtitle file: next to the transcript, with its own extension. */
export const subtitleKey = ({ output }: TranscriptionRequest, format: 'vtt' | 'srt'): string =>
  output.key.replace(/\.json$/, `.${format}`);

/** The empty object that Transcribe writes next to the transcript to try its permission. AWS does not delete it. */
export const accessCheckKey = ({ output }: TranscriptionRequest): string =>
  `${output.key.slice(0, output.key.lastIndexOf('/') + 1)}.write_access_check_file.temp`;

/** Every object that a job may write. */
export const outputKeys = (request: TranscriptionRequest): readonly string[] => [
  accessCheckKey(request),
  request.output.key,
  ...(request.subtitles?.formats ?? []).map((format) => subtitleKey(request, format)),
];
