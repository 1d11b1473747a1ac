import type { ContentRecords } from '../../data/content/content-records.ts';
import type { CreatorRepository } from '../../data/content/creator-repository.ts';
import type { UploadRepository } from '../../data/conversion/upload-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { UploadSigner } from '../../platform/storage/upload-signer.ts';
import type { UploadStore } from '../../platform/storage/upload-store.ts';

/** Dependencies of the use cases. */
export interface UploadsDeps {
  readonly uploads: UploadRepository;
  readonly content: Pick<ContentRecords, 'get' | 'mustBeReplaceable'>;
  readonly creators: Pick<CreatorRepository, 'get' | 'organization' | 'reserve'>;
  readonly store: UploadStore;
  readonly signer: UploadSigner;
  readonly logger: Logger;
  readonly bucket: string;
  readonly region: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A new ULID. */
  readonly newId: () => string;
}
