import type { ContentRecords } from '../../data/content/content-records.ts';
import type { PlayRepository } from '../../data/history/play-repository.ts';
import type { SignPolicy } from '../../domain/playback/media-cookies.ts';

/** What the use cases of this feature need. */
export interface PlaybackDeps {
  readonly content: Pick<ContentRecords, 'get'>;
  readonly plays: PlayRepository;
  /** Signs policies with the stage's current key. */
  readonly policySigner: () => Promise<SignPolicy>;
  /** Origin that browsers use, without a slash at the end. */
  readonly siteUrl: () => Promise<string>;
  /** Seconds that the cookies of one answer hold. */
  readonly cookieSeconds: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A new ULID. */
  readonly newId: () => string;
}
