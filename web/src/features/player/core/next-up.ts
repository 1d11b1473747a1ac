/** Prepares the next item while the current one ends. */
import type { Clock } from '../../../lib/clock.ts';
import type { MediaEngine, MediaPosition } from '../engine/media-engine.ts';
import type { MediaGrant } from './media-access.ts';
import type { StartPosition } from '../resume/resume-rules.ts';
import type { PlayableItem } from './rules.ts';

/** Seconds before the end at which the next item is prepared. */
const LEAD_SECONDS = 20;
/** Seconds that may be missing at the end of a complete item: audio and video rarely end together. */
const WHOLE_SECONDS = 0.5;

export interface NextUpParts {
  readonly clock: Clock;
  /** Requests URL and cookies of a play that may never begin. It counts nowhere. */
  readonly access: (contentId: string, playId: undefined) => Promise<MediaGrant>;
  readonly engine: () => Pick<MediaEngine, 'prepare'> | null;
  /** Where the item starts. Never rejects. */
  readonly startPositionOf: (item: PlayableItem) => Promise<StartPosition> | StartPosition;
}

/** The prepared access and start position of an item. */
export interface Following {
  /** Rejects as `access` does. */
  readonly grant: Promise<MediaGrant>;
  readonly startPosition: Promise<StartPosition> | StartPosition;
}

export interface NextUp {
  /** The position of the current item; `next` is the item after it. */
  readonly moved: (position: MediaPosition, next: PlayableItem | undefined) => void;
  /** Returns the preparation of an item, once, unless it expired. It may still be loading. */
  readonly take: (contentId: string) => Following | undefined;
}

interface Ready extends Following {
  readonly id: string;
  readonly requestedAt: number;
  renewAfterMs: number;
  failed: boolean;
}

/** Creates the preparation. Its failures are not reported: the item is requested again when its turn comes. */
export const createNextUp = ({ clock, access, engine, startPositionOf }: NextUpParts): NextUp => {
  let ready: Ready | null = null;

  const prepare = (item: PlayableItem) => {
    const { id } = item;
    const requested: Ready = {
      id,
      requestedAt: clock.now(),
      grant: access(id, undefined),
      startPosition: startPositionOf(item),
      renewAfterMs: 0,
      failed: false,
    };
    ready = requested;
    Promise.all([requested.grant, requested.startPosition]).then(
      ([{ url, preload, renewAfterMs }, { at }]) => {
        requested.renewAfterMs = renewAfterMs ?? 0;
        if (ready === requested && preload && at === 0) engine()?.prepare(url, preload);
      },
      () => {
        requested.failed = true;
      },
    );
  };

  return {
    moved: ({ time, duration, buffered }, next) => {
      if (next === undefined || duration <= 0 || duration - time > LEAD_SECONDS) return;
      // The current item comes first: nothing competes with its remaining data.
      if (duration - buffered > WHOLE_SECONDS) return;
      if (ready?.id !== next.id) prepare(next);
    },
    take: (id) => {
      if (ready?.id !== id) return undefined;
      const { requestedAt, grant, startPosition, failed, renewAfterMs } = ready;
      ready = null;
      if (failed || (renewAfterMs > 0 && clock.now() - requestedAt >= renewAfterMs)) return undefined;
      return { grant, startPosition };
    },
  };
};
