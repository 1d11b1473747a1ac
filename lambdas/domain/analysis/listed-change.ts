import type { Image } from '../live/topics.ts';
import { ANALYSIS_STEPS } from './results.ts';

const STEPS: readonly unknown[] = ANALYSIS_STEPS;

/** The verdict about an item, and everything else that decides whether a decision applies to it. */
const safetyOf = (image: Image): unknown => {
  const safety = image?.['safety'];
  if (typeof safety !== 'object' || safety === null) return undefined;
  const { verdict, categories, evidence_digest, decision } = safety as Readonly<Record<string, unknown>>;
  return [verdict, ...(decision === undefined ? [] : [categories, evidence_digest, decision])];
};

/** Fields of a content item that the lists of analyzed titles depend on. */
const stateOf = (image: Image): string =>
  JSON.stringify([
    image === undefined,
    image?.['deleted_at'],
    image?.['content_type'],
    image?.['current_attempt'],
    image?.['source_version_id'],
    safetyOf(image),
  ]);

/** The content item that a stored change moves in the lists of analyzed titles; undefined when it moves none. */
export const listedChange = (before: Image, after: Image): string | undefined => {
  const item = after ?? before;
  const id = item?.['type'] === 'CONTENT' ? item['id'] : item?.['content_id'];
  if (typeof id !== 'string') return undefined;
  switch (item?.['type']) {
    case 'CONTENT':
      return stateOf(before) === stateOf(after) ? undefined : id;
    case 'STEP':
      return STEPS.includes(item['step']) && before?.['state'] !== after?.['state'] ? id : undefined;
    case 'ANALYSIS_CORRECTION':
    case 'ANALYSIS_RESULT':
      return id;
    case 'ATTEMPT':
    case 'UPLOAD':
      // Without them, the title looks as if it had no file. A restore can write them after everything else.
      return before === undefined || after === undefined ? id : undefined;
    default:
      return undefined;
  }
};
