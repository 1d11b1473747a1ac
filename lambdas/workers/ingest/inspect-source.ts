import type { Upload } from '../../domain/uploads/upload.ts';
import { UNREADABLE_REASON } from '../../domain/conversion/reasons.ts';
import { unconvertibleReason } from '../../contract/media/media-formats.ts';
import type { Plan } from '../../contract/shared.ts';
import { FLV_HEAD_BYTES, readFlv } from '../../domain/media/flv.ts';
import { SNIFF_BYTES, sniffContainer } from '../../domain/media/magic.ts';
import { planLimits } from '../../domain/media/plan-limits.ts';
import { readProbe, validateSource, type MediaProbe } from '../../domain/media/probe.ts';
import { checkFirstBytes, checkStoredSize } from '../../domain/uploads/check-source.ts';
import type { IngestDeps } from './deps.ts';
import { validateIndex } from './validate-index.ts';

/**
 * The result of an inspection. `rejected`: why the file is deleted, as a sentence for the user. `missing`: this version
 * was deleted before the inspection.
 */
export type Inspection = { readonly probe: MediaProbe } | { readonly rejected: string } | { readonly missing: true };

/** The converter reads FLV but does not probe it, so we read the file's own header. */
const probeSource = async (
  deps: IngestDeps,
  { key, file_size: size }: Upload,
  versionId: string,
  start: Uint8Array,
): Promise<MediaProbe | undefined> => {
  const sniffed = sniffContainer(start);
  if ('container' in sniffed && sniffed.container === 'flv') {
    const head = await deps.store.readStart(key, versionId, FLV_HEAD_BYTES);
    return head && readFlv(head, size);
  }
  const result = await deps.converter.probe(`s3://${deps.settings.uploadsBucket}/${key}`);
  return result && readProbe(result);
};

/**
 * Inspects one version of a source, cheapest check first: size, first bytes, the converter's probe, the limits of the
 * creator's plan.
 */
export const inspectSource = async (
  deps: IngestDeps,
  upload: Upload,
  versionId: string,
  plan: Plan,
): Promise<Inspection> => {
  const stored = await deps.store.find(upload.key, versionId);
  if (!stored) return { missing: true };
  const wrongSize = checkStoredSize(upload.file_size, stored.size);
  if (wrongSize) return { rejected: wrongSize.reason };
  const bytes = await deps.store.readStart(upload.key, versionId, SNIFF_BYTES);
  if (!bytes) return { missing: true };
  const notMedia = checkFirstBytes(bytes);
  if (notMedia) return { rejected: notMedia.reason };
  const index = await validateIndex(deps, upload, versionId, bytes);
  if (index) return { rejected: index.reason };
  const probe = await probeSource(deps, upload, versionId, bytes);
  if (!probe) return { rejected: unconvertibleReason(upload.file_name) ?? UNREADABLE_REASON };
  const rejection = validateSource(probe, planLimits(plan));
  return rejection ? { rejected: rejection.reason } : { probe };
};
