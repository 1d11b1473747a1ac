import type { Upload } from '../../domain/uploads/upload.ts';
import { INDEX_BYTES, indexLocation, isEncrypted, namedStreams } from '../../domain/media/encryption.ts';
import { sniffContainer } from '../../domain/media/magic.ts';
import { ENCRYPTED, MEDIA_LIMITS, TOO_MANY_STREAMS, type Refusal } from '../../domain/media/probe.ts';
import type { IngestDeps } from './deps.ts';

/** Containers whose marks may stand behind their first bytes. */
const INDEXED: readonly string[] = ['mp4', 'quicktime', 'three_gp', 'three_g2', 'matroska', 'webm', 'asf', 'mpegts'];

/**
 * What a file says against itself, by its first bytes or by its index, wherever that stands. The converter's probe
 * would not tell that media is encrypted: it reads its codec and size like those of any other.
 */
export const refuseIndex = async (
  deps: IngestDeps,
  { key, file_size: size }: Upload,
  versionId: string,
  start: Uint8Array,
): Promise<Refusal | undefined> => {
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
