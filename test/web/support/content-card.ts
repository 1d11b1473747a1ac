import type { ContentCard, ContentType } from '../../../lambdas/contract/content/content-shapes.ts';
import type { MediaUrl } from '../../../lambdas/contract/media/playback.ts';

const ULID_END = 4;
const idOf = (prefix: string, number: number) =>
  `${prefix}_01HZX3V5Q8W9T2M4N6P7R8${String(number).padStart(ULID_END, '0')}`;

export const contentId = (number: number): string => idOf('cnt', number);
export const playId = (number: number): string => idOf('ply', number);

/** The card of a published content item; `number` determines its id and title. */
export const contentCard = (
  number: number,
  facts: Partial<ContentCard> & { readonly type?: ContentType; readonly artist?: string } = {},
): ContentCard => {
  const { type = 'video', artist = 'Mara Linde', ...card } = facts;
  return {
    id: contentId(number),
    title: `Title ${number}`,
    duration: 125,
    view_count: 0,
    thumbnail_url: null,
    is_premium: false,
    is_publicly_accessible: true,
    created_at: '2026-03-04T05:06:07.000Z',
    creator_id: idOf('crt', 1),
    creators: { name: 'Studio North' },
    category_id: null,
    categories: null,
    metadata: { contentType: type, artist },
    ...card,
  };
};

/** Where a video plays from. */
export const videoUrl: MediaUrl = {
  success: true,
  type: 'video',
  url: '/media/a.m3u8',
  storyboard_url: null,
  preload: null,
  expires_in: 1800,
  play_id: playId(1),
};
