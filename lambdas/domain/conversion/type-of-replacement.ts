import type { ContentType } from '../../contract/content/content-shapes.ts';
import { likelyTypeOf } from '../../contract/media/media-formats.ts';
import type { Content } from '../content/content.ts';

type Before = Pick<Content, 'content_type' | 'has_video' | 'media_version' | 'original_file_name' | 'revision'>;

/** The type that a content item's file suggests: what its conversion found, or the name of a file never converted. */
const typeOfFile = ({ has_video: hasVideo, media_version: version, original_file_name: name }: Before): ContentType => {
  if (version === null) return likelyTypeOf(name);
  return hasVideo ? 'video' : 'music';
};

/**
 * The edit of a content item when its file is replaced by one with or without video; undefined for none. An item whose
 * type is that of its old file follows the new one: an MP3 replaced by an MP4 becomes a video. A type that differs from
 * the old file was chosen by someone, for example "music" for a film of a concert, and stays.
 */
export const typeEditOf = (
  before: Before,
  hasVideo: boolean | undefined,
  now: string,
): Partial<Content> | undefined => {
  const after = hasVideo ? 'video' : 'music';
  const keeps = hasVideo === undefined || after === before.content_type || before.content_type !== typeOfFile(before);
  return keeps ? undefined : { content_type: after, updated_at: now, revision: before.revision + 1 };
};
