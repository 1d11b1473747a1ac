/** Gets the next item ready while the one before it comes to its end. */
import type { Clock } from '../../../lib/clock.ts';
import type { MediaEngine, MediaPosition } from '../engine/media-engine.ts';
import type { MediaGrant } from './media-access.ts';
import type { StartPosition } from '../resume/resume-rules.ts';
import type { PlayableItem } from './rules.ts';

/** Seconds before the end from which on the next item is got ready. */
const LEAD_SECONDS = 20;
/** Seconds that may miss at the end of what has arrived: sound and picture seldom end together. */
const WHOLE_SECONDS = 0.5;

export interface NextUpParts {
  readonly clock: Clock;
  /** Asks for the address and the cookies of a new play. No view is counted by that. */
  readonly access: (contentId: string, playId: undefined) => Promise<MediaGrant>;
  readonly engine: () => Pick<MediaEngine, 'prepare'> | null;
  /** Where the item goes on. Never rejects. */
  readonly startPositionOf: (item: PlayableItem) => Promise<StartPosition> | StartPosition;
}

/** What was got for an item. */
export interface Following {
  /** Rejects as `access` does. */
  readonly grant: Promise<MediaGrant>;
  readonly startPosition: Promise<StartPosition> | StartPosition;
}

export interface NextUp {
  /** The position of what plays; `next` is the item behind it. */
  readonly moved: (position: MediaPosition, next: PlayableItem | undefined) => void;
  /** What was got for an item, as long as it holds; once. It may still be on its way. */
  readonly take: (contentId: string) => Following | undefined;
}

interface Ready extends Following {
  readonly id: string;
  readonly askedAt: number;
  renewAfterMs: number;
  failed: boolean;
}

/** Makes it. What cannot be got ready is asked for when its turn comes, and only then told. */
export const createNextUp = ({ clock, access, engine, startPositionOf }: NextUpParts): NextUp => {
  let ready: Ready | null = null;

  const prepare = (item: PlayableItem) => {
    const { id } = item;
    const asked: Ready = {
      id,
      askedAt: clock.now(),
      grant: access(id, undefined),
      startPosition: startPositionOf(item),
      renewAfterMs: 0,
      failed: false,
    };
    ready = asked;
    Promise.all([asked.grant, asked.startPosition]).then(
      ([{ url, preload, renewAfterMs }, { at }]) => {
        asked.renewAfterMs = renewAfterMs ?? 0;
        if (ready === asked && preload && at === 0) engine()?.prepare(url, preload);
      },
      () => {
        asked.failed = true;
      },
    );
  };

  return {
    moved: ({ time, duration, buffered }, next) => {
      if (next === undefined || duration <= 0 || duration - time > LEAD_SECONDS) return;
      // What plays comes first: nothing competes with the rest of it.
      if (duration - buffered > WHOLE_SECONDS) return;
      if (ready?.id !== next.id) prepare(next);
    },
    take: (id) => {
      if (ready?.id !== id) return undefined;
      const { askedAt, grant, startPosition, failed, renewAfterMs } = ready;
      ready = null;
      const age = clock.now() - askedAt;
      if (failed || (renewAfterMs > 0 && age >= renewAfterMs)) return undefined;
      // The cookies are as old as the answer.
      const aged = grant.then((answer) => ({
        ...answer,
        renewAfterMs: answer.renewAfterMs === null ? null : answer.renewAfterMs - age,
      }));
      return { grant: aged, startPosition };
    },
  };
};
