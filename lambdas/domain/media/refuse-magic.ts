import type { Refusal } from './probe.ts';
import type { Sniffed } from './magic.ts';

/** The sentence for a file that its first bytes already rule out; undefined when its container may be probed. */
export const refuseMagic = (sniffed: Sniffed): Refusal | undefined => {
  if ('container' in sniffed) return undefined;
  if (sniffed.refused === 'empty') return { code: 'media_empty', reason: 'The file is empty.' };
  if (sniffed.refused === 'playlist') {
    return {
      code: 'media_not_media',
      reason: `The file is no media but a list that points to other files (${sniffed.name}).`,
    };
  }
  if (sniffed.refused === 'unknown') {
    return { code: 'media_not_media', reason: 'The file is not a video or audio file that we know.' };
  }
  return { code: 'media_not_media', reason: `The file is ${sniffed.name}, which cannot be converted.` };
};
