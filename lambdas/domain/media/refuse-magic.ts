import type { Refusal } from './probe.ts';
import type { Sniffed } from './magic.ts';

/** Rejection of a file by its first bytes; undefined when the container can be probed. */
export const refuseMagic = (sniffed: Sniffed): Refusal | undefined => {
  if ('container' in sniffed) return undefined;
  if (sniffed.refused === 'empty') return { code: 'media_empty', reason: 'The file is empty.' };
  if (sniffed.refused === 'playlist') {
    return {
      code: 'media_not_media',
      reason: `The file is not media but a list that refers to other files (${sniffed.name}).`,
    };
  }
  if (sniffed.refused === 'unknown') {
    return { code: 'media_not_media', reason: 'The file is not in a supported video or audio format.' };
  }
  return { code: 'media_not_media', reason: `The file is ${sniffed.name}, which cannot be converted.` };
};
