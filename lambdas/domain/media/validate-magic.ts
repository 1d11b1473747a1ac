import type { Rejection } from './probe.ts';
import type { Sniffed } from './magic.ts';

/** Rejection of a file by its first bytes; undefined when the container can be probed. */
export const validateMagic = (sniffed: Sniffed): Rejection | undefined => {
  if ('container' in sniffed) return undefined;
  if (sniffed.rejected === 'empty') return { code: 'media_empty', reason: 'The file is empty.' };
  if (sniffed.rejected === 'playlist') {
    return {
      code: 'media_not_media',
      reason: `The file is not media but a list that refers to other files (${sniffed.name}).`,
    };
  }
  if (sniffed.rejected === 'unknown') {
    return { code: 'media_not_media', reason: 'The file is not in a supported video or audio format.' };
  }
  return { code: 'media_not_media', reason: `The file is ${sniffed.name}, which cannot be converted.` };
};
