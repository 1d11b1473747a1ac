import type { Sound } from '../alignment/align-script.ts';

/** The sound of a conversion, and the results of its analysis, in the media bucket. */
export interface SoundStore {
  /** A WAV file; undefined when there is none. */
  open(key: string): Promise<Sound | undefined>;
  /** A stored result; undefined when there is none. */
  readJson(key: string): Promise<unknown>;
  writeJson(key: string, value: unknown): Promise<void>;
}
