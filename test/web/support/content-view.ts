import type { ContentView } from '../../../lambdas/contract/content/content-shapes.ts';

/** A content id that ends in `tail`. */
export const contentId = (tail = '1'): string =>
  `cnt_${`01HZX3V5Q8W9T2M4N6P7R8S0A0`.slice(0, 26 - tail.length)}${tail}`;

/** A content item as administrators see it: by default a converted draft. */
export const contentView = (parts: Partial<ContentView> = {}): ContentView => {
  const manifest = `/media/${parts.id ?? contentId()}/v1/480/index.m3u8`;
  const ready = parts.conversion_status === undefined || parts.conversion_status === 'completed';
  return {
    id: contentId(),
    title: 'Viper',
    description: '',
    duration: 61,
    view_count: 0,
    thumbnail_url: null,
    poster_url: null,
    is_premium: false,
    is_publicly_accessible: true,
    created_at: '2026-03-04T05:06:07.000Z',
    publish_at: null,
    unpublish_at: null,
    publish_when_ready: false,
    removal: null,
    safety: null,
    waiting_file: null,
    held_since: null,
    updated_at: '2026-03-04T05:06:07.000Z',
    published_at: null,
    creator_id: `crt_01HZX3V5Q8W9T2M4N6P7R8S0A1`,
    creators: { name: 'Soundstage' },
    category_id: null,
    categories: null,
    status: 'draft',
    tags: [],
    video_url: null,
    converted_video_url: ready ? manifest : null,
    cdn_video_url: ready ? manifest : null,
    permanent_video_url: ready ? manifest : null,
    cdn_distribution_id: null,
    storyboard_url: null,
    has_transcript: false,
    chapters: [],
    captions: [],
    original_format: 'mp3',
    converted_format: 'hls',
    conversion_status: 'completed',
    conversion_error: null,
    conversion_progress: 100,
    conversion_started_at: null,
    conversion_deadline_at: null,
    revision: 1,
    metadata: { contentType: 'music', artist: 'Ada', originalFileName: 'viper.mp3', fileSize: 5_242_880 },
    ...parts,
  };
};

/** A published content item whose replacement waits for review. */
export const contentWithWaitingFile = (parts: Partial<ContentView> = {}): ContentView =>
  contentView({
    id: contentId('7'),
    title: 'Sidewinder',
    status: 'published',
    waiting_file: {
      version: '01HZX3V5Q8W9T2M4N6P7R8S0C1',
      file_name: 'sidewinder-2.mp3',
      file_size: 2 * 2 ** 20,
      duration: 62,
      has_video: false,
      since: '2026-03-05T05:06:07.000Z',
    },
    ...parts,
  });
