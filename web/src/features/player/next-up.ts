/** Gets the next item ready while the one before it comes to its end. */
import type { Clock } from '../../lib/clock.ts';
import type { MediaEngine, MediaPosition } from './engine/media-engine.ts';
import type { MediaGrant } from './media-access.ts';

/** Seconds before the end from which on the next item is got ready. */
const LEAD_SECONDS = 20;
/** Seconds that may miss at the end of what has arrived: sound and picture seldom end together. */
const WHOLE_SECONDS = 0.5;

export interface NextUpParts {
  readonly clock: Clock;
  /** Asks for the address and the cookies of a new play. No view is counted by that. */
  readonly access: (contentId: string, playId: undefined) => Promise<MediaGrant>;
  readonly engine: () => Pick<MediaEngine, 'prepare'> | null;
}

export interface NextUp {
  /** The position of what plays; `next` is the id of the item behind it. */
  readonly moved: (position: MediaPosition, next: string | undefined) => void;
  /** The answer that was got for an item, as long as it holds; once. It may still be on its way. */
  readonly take: (contentId: string) => Promise<MediaGrant> | undefined;
}

interface Ready {
  readonly id: string;
  readonly askedAt: number;
  readonly grant: Promise<MediaGrant>;
  renewAfterMs: number;
  failed: boolean;
}

/** Makes it. What cannot be got ready is asked for when its turn comes, and only then told. */
export const createNextUp = ({ clock, access, engine }: NextUpParts): NextUp => {
  let ready: Ready | null = null;

  const prepare = (id: string) => {
    const asked: Ready = { id, askedAt: clock.now(), grant: access(id, undefined), renewAfterMs: 0, failed: false };
    ready = asked;
    asked.grant.then(
      ({ url, preload, renewAfterMs }) => {
        asked.renewAfterMs = renewAfterMs ?? 0;
        if (ready === asked && preload) engine()?.prepare(url, preload);
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
      if (ready?.id !== next) prepare(next);
    },
    take: (id) => {
      if (ready?.id !== id) return undefined;
      const { askedAt, grant, failed, renewAfterMs } = ready;
      ready = null;
      const age = clock.now() - askedAt;
      if (failed || (renewAfterMs > 0 && age >= renewAfterMs)) return undefined;
      // The cookies are as old as the answer.
      return grant.then((answer) => ({ ...answer, renewAfterMs: answer.renewAfterMs === null ? null : answer.renewAfterMs - age }));
    },
  };
};
