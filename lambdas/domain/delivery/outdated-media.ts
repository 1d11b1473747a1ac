import type { Content } from '../content/content.ts';
import type { Attempt } from '../conversion/attempt.ts';

type Media = Pick<Content, 'media_version' | 'has_storyboard'>;

/**
 * Whether a title has outdated media: renditions of a conversion that is older than storyboards, which is the oldest
 * trace that renditions have of when they were made. Every conversion since then records whether it made a storyboard,
 * so a title that was converted again is never outdated. A title without renditions has no media that could be.
 */
export const outdatedMedia = ({ media_version: version, has_storyboard: storyboard }: Media): boolean =>
  version !== null && storyboard === undefined;

/**
 * Why a title with outdated media cannot be converted again now; undefined when it can. A conversion of its own file
 * that failed can run again: otherwise a migration that failed would never be repeated. `attempt` is its last one.
 */
export const reasonToWait = (
  {
    conversion_status: status,
    waiting_file: waiting,
    source_key: source,
  }: Pick<Content, 'conversion_status' | 'waiting_file' | 'source_key'>,
  attempt: Pick<Attempt, 'source_key'> | undefined,
): 'busy' | 'replacement-failed' | undefined => {
  if (status === 'pending' || status === 'processing' || waiting !== undefined) return 'busy';
  return status === 'failed' && attempt !== undefined && attempt.source_key !== source
    ? 'replacement-failed'
    : undefined;
};
