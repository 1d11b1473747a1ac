import type { ContentRecords } from '../../data/content/content-records.ts';
import type { PlayRowRepository } from '../../data/delivery/play-row-repository.ts';
import type { PlayRepository } from '../../data/history/play-repository.ts';
import type { SignPolicy } from '../../domain/playback/media-cookies.ts';

/** Dependencies of the use cases. */
export interface PlaybackDeps {
  readonly content: Pick<ContentRecords, 'get'>;
  readonly plays: PlayRepository;
  readonly rows: Pick<PlayRowRepository, 'started' | 'saveQuality' | 'putBeat'>;
  /** Percentage of plays whose quality is reported. */
  readonly samplePercent: number;
  /** Signs policies with the stage's current key. */
  readonly policySigner: () => Promise<SignPolicy>;
  /** Origin of the site in the browser, without a trailing slash. */
  readonly siteUrl: () => Promise<string>;
  /** Lifetime of the cookies in seconds. */
  readonly cookieSeconds: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A new ULID. */
  readonly newId: () => string;
}
