import type { Upload } from '../../domain/uploads/upload.ts';
import { INDEX_BYTES, indexLocation, isEncrypted, namedStreams } from '../../domain/media/encryption.ts';
import { sniffContainer } from '../../domain/media/magic.ts';
import { ENCRYPTED, MEDIA_LIMITS, TOO_MANY_STREAMS, type Rejection } from '../../domain/media/probe.ts';
import type { IngestDeps } from './deps.ts';

/** Containers whose encryption and stream marks may follow the first bytes. */
const INDEXED: readonly string[] = ['mp4', 'quicktime', 'three_gp', 'three_g2', 'matroska', 'webm', 'asf', 'mpegts'];

/**
 * Rejects encrypted files and files with too many streams, by their first bytes or by their index, wherever it is. The
 * converter's probe does not report encryption: it reads the codec and the size of encrypted media as usual.
 */
export const validateIndex = async (
  deps: IngestDeps,
  { key, file_size: size }: Upload,
  versionId: string,
  start: Uint8Array,
): Promise<Rejection | undefined> => {
  const sniffed = sniffContainer(start);
  const isIndexed = 'container' in sniffed && INDEXED.includes(sniffed.container);
  const rest =
    isIndexed && size > start.length
      ? await deps.store.readStart(key, versionId, INDEX_BYTES, indexLocation(start, size))
      : undefined;
  const looked = [start, ...(rest ? [rest] : [])];
  if (looked.some(isEncrypted)) return ENCRYPTED;
  return looked.some((bytes) => namedStreams(bytes) > MEDIA_LIMITS.maxStreams) ? TOO_MANY_STREAMS : undefined;
};
