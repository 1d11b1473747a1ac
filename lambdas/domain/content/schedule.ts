import type { Content } from './content.ts';

type Times = Pick<Content, 'status' | 'deleted_at' | 'publish_at' | 'unpublish_at'>;

/** When something happens to a content by itself next; undefined when nothing will. */
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

/** What is due on a content at a time. `wait`: its conversion has not ended, so its success publishes. */
export type DueAct = 'publish' | 'wait' | 'unpublish';

/** What a content becomes by what is due on it. */
export interface DueChange {
  readonly act: DueAct;
  readonly after: Content;
}

/**
 * What is due on a content, once: whatever is done takes its time away. Both times missed leave it as the later one
 * wants it. Undefined when nothing is due (any more).
 */
export const dueChange = (content: Content, now: string): DueChange | undefined => {
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
  const takenBack = unpublish && (!publish || (content.unpublish_at ?? '') >= (content.publish_at ?? ''));
  if (takenBack) {
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
  if (content.media_version === null)
    return { act: 'wait', after: { ...edited, status: 'pending', publish_when_ready: true } };
  return {
    act: 'publish',
    after: { ...edited, status: 'published', published_at: now, publish_when_ready: undefined },
  };
};
