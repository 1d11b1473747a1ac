import { historyEntity } from '../../../lambdas/data/history/history-repository.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { recently } from '../recent.ts';

/** A browser of a user. */
export const someDevice = { id: '4d1f0f5e-0000-4000-8000-000000000001', label: 'Firefox on Linux' } as const;

/** The version fields of a first write. */
export const firstStamp = {
  device: someDevice,
  base_version: 0,
  writer: '4d1f0f5e-0000-4000-8000-00000000000a',
  number: 1,
} as const;

/** The stored history of a user who watched these titles, of one creator. */
export const watchedItems = (
  reader: string,
  contents: readonly Content[],
  owned: Pick<Content, 'creator_id' | 'creator_name'>,
) =>
  contents.map(({ id, title, artist, content_type }, index) =>
    historyEntity.toItem({
      user_id: reader,
      content_id: id,
      watched_at: recently(index),
      title,
      artist,
      content_type,
      thumbnail_url: null,
      ...owned,
    }),
  );

/** A valid call for each history endpoint. The caller's history must be empty before and is empty afterwards. */
export const historyRows = ({
  watched,
  draft,
  pending,
}: {
  readonly watched: Content;
  readonly draft: Content;
  /** Waits for review. */
  readonly pending: Content;
}) => {
  const missing = { status: 404, code: 'content_not_found' };
  const adminsOnly = { user: missing, moderator: missing };
  const position = (content: Content) => ({
    params: { contentId: content.id },
    body: { position_seconds: 75.5, duration_seconds: 600, ...firstStamp },
  });
  return {
    'history.list-history': [{ input: {}, success: 200 }],
    'history.record-history': [
      { input: { body: { content_id: watched.id } }, success: 200 },
      { variant: 'a draft', input: { body: { content_id: draft.id } }, success: 200, otherwise: adminsOnly },
      {
        variant: 'a pending item',
        input: { body: { content_id: pending.id } },
        success: 200,
        otherwise: { user: missing },
      },
    ],
    'history.delete-entry': [{ input: { params: { contentId: watched.id } }, success: 204 }],
    'history.clear-history': [{ input: {}, success: 202 }],
    'history.get-settings': [{ input: {}, success: 200 }],
    'history.update-settings': [{ input: { body: { paused: false } }, success: 200 }],
    'history.list-positions': [{ input: {}, success: 200 }],
    'history.get-position': [{ input: { params: { contentId: watched.id } }, success: 200 }],
    'history.save-position': [
      { input: position(watched), success: 200 },
      { variant: 'a draft', input: position(draft), success: 200, otherwise: adminsOnly },
      { variant: 'a pending item', input: position(pending), success: 200, otherwise: { user: missing } },
    ],
    'history.get-queue': [{ input: { query: { from: '0' } }, success: 200 }],
    'history.save-queue': [
      { input: { body: { content_ids: [watched.id], index: 0, position_seconds: 12, ...firstStamp } }, success: 200 },
    ],
  } as const;
};
