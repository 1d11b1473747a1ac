import type { Segment } from '../../analysis/transcript.ts';
import type { Content } from '../../content/content.ts';
import { entitle, type Viewer } from '../../playback/entitlement.ts';
import { matchesOf, type TextRange } from './matches.ts';

/** A sentence of the current transcript of a content item. */
export interface StoredSentence extends Segment {
  /** S3 version of the source that it belongs to. */
  readonly version_id: string;
}

/** A sentence that matches a query. */
export interface MatchingSentence extends Pick<Segment, 'start_ms' | 'end_ms' | 'text'> {
  readonly matches: readonly TextRange[];
}

/** What is said in a title is for those who can play it. Visitors sign in before they play, on any plan. */
export const canHear = (content: Content, viewer: Viewer | undefined): boolean =>
  viewer ? entitle(content, viewer).granted : !content.is_premium;

/** The sentences of a title that still match a query, in order of time. Undefined ones no longer exist. */
export const currentSentences = (
  { source_version_id: version }: Pick<Content, 'source_version_id'>,
  sentences: readonly (StoredSentence | undefined)[],
  query: string,
): readonly MatchingSentence[] =>
  sentences
    .flatMap((sentence) => {
      // The transcript of a replaced file has the times of that file.
      if (sentence?.version_id !== version || !sentence) return [];
      const { start_ms, end_ms, text } = sentence;
      const matches = matchesOf(text, query);
      return matches.length === 0 ? [] : { start_ms, end_ms, text, matches };
    })
    .sort((a, b) => a.start_ms - b.start_ms);
