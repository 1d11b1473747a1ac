import type { MediaProbe } from './probe.ts';

/** Formats of files that speech is recognized in, as Transcribe names them. */
export const SPEECH_FORMATS = ['mp3', 'mp4', 'wav', 'flac', 'ogg', 'webm'] as const;
export type SpeechFormat = (typeof SPEECH_FORMATS)[number];

/** Transcribe's names of containers, by those of the converter's probe. */
const FORMATS: Readonly<Record<string, SpeechFormat>> = {
  mp3: 'mp3',
  mp4: 'mp4',
  wave: 'wav',
  flac: 'flac',
  ogg: 'ogg',
  webm: 'webm',
};
/** The codecs that Transcribe's guide names for these containers ("Data input and output"), and MP3. */
const CODECS: readonly string[] = ['AAC', 'FLAC', 'MP3', 'OPUS', 'PCM', 'VORBIS'];
/** Bytes; a limit of Transcribe. */
const MAX_BYTES = 2 * 1024 ** 3;

/**
 * The format in which the speech of a source can be recognized without converting it. Undefined for all other sources,
 * and for those with several audio tracks, of which the conversion chooses one.
 */
export const speechFormatOf = ({ container, audio, audioTracks, bytes }: MediaProbe): SpeechFormat | undefined =>
  audio && audioTracks === 1 && CODECS.includes(audio.codec) && bytes <= MAX_BYTES ? FORMATS[container] : undefined;
