import { gateOf, type GateSettings } from '../safety/gate.ts';
import type { Content } from './content.ts';

type Times = Pick<Content, 'status' | 'deleted_at' | 'publish_at' | 'unpublish_at'>;

/** Time of the next scheduled action on a content item; undefined when there is none. */
export const nextDue = ({
  status,
  deleted_at: deleted,
  publish_at: publishAt,
  unpublish_at: unpublishAt,
}: Times): string | undefined => {
  if (deleted !== undefined) return undefined;
  const times = [status === 'published' ? undefined : publishAt, unpublishAt].filter((time) => time !== undefined);
  return times.sort()[0];
};

/**
 * The scheduled action that is due. `wait`: the item cannot be published yet. Its conversion, its verdict or a decision
 * about it will publish it.
 */
export type DueAct = 'publish' | 'wait' | 'unpublish';

/** A scheduled action and its result. */
export interface DueChange {
  readonly act: DueAct;
  readonly after: Content;
}

/**
 * The action that is due on a content item. Its result clears the scheduled time, so that it happens only once. When
 * both times have passed, the later one decides. Undefined when nothing is due.
 */
export const dueChange = (content: Content, now: string, settings: GateSettings): DueChange | undefined => {
  const due = (time: string | undefined): boolean => time !== undefined && time <= now;
  if (content.deleted_at !== undefined) return undefined;
  const [publish, unpublish] = [due(content.publish_at) && content.status !== 'published', due(content.unpublish_at)];
  if (!publish && !unpublish) return undefined;
  const edited: Content = {
    ...content,
    revision: content.revision + 1,
    updated_at: now,
    publish_at: publish ? undefined : content.publish_at,
    unpublish_at: unpublish ? undefined : content.unpublish_at,
  };
  const endsUnpublished = unpublish && (!publish || (content.unpublish_at ?? '') >= (content.publish_at ?? ''));
  if (endsUnpublished) {
    return {
      act: 'unpublish',
      after: {
        ...edited,
        status: content.status === 'published' ? 'draft' : content.status,
        publish_when_ready: undefined,
        published_at: null,
        thumbnail_url: null,
        poster_url: null,
      },
    };
  }
  if (content.media_version === null || gateOf(content, settings) !== 'open')
    return { act: 'wait', after: { ...edited, status: 'pending', publish_when_ready: true } };
  return {
    act: 'publish',
    after: { ...edited, status: 'published', published_at: now, publish_when_ready: undefined },
  };
};
