import type { CaptionsRepository } from '../../data/content/captions-repository.ts';
import type { CategoryRepository } from '../../data/content/category-repository.ts';
import type { createContentList } from '../../data/content/content-list.ts';
import type { ContentRepository } from '../../data/content/content-repository.ts';
import type { ConversionRepository } from '../../data/conversion/conversion-repository.ts';
import type { CreatorRepository } from '../../data/content/creator-repository.ts';
import type { AttemptRepository } from '../../data/conversion/attempt-repository.ts';
import type { WaitingFileRepository } from '../../data/conversion/waiting-file-repository.ts';
import type { UploadRepository } from '../../data/conversion/upload-repository.ts';
import type { VerdictRepository } from '../../data/safety/safety-repository.ts';
import type { ScriptRepository } from '../../data/transcripts/script-repository.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import type { Logger } from '../../domain/logger.ts';
import type { StillStore } from '../../domain/content/still-store.ts';
import type { PlatformSettings } from '../../domain/settings/settings.ts';
import type { EventBus } from '../../platform/messages/event-bus.ts';
import type { RenditionStore } from '../../platform/storage/stored-objects.ts';
import type { ReadStorage } from '../staff-rights.ts';

/** Dependencies of the use cases. */
export interface ContentDeps {
  readonly content: ContentRepository;
  readonly list: ReturnType<typeof createContentList>;
  readonly categories: Pick<CategoryRepository, 'get'>;
  readonly creators: Pick<CreatorRepository, 'get'>;
  readonly uploads: Pick<UploadRepository, 'find' | 'list' | 'assign'>;
  readonly conversions: Pick<ConversionRepository, 'claim'>;
  readonly attempts: Pick<AttemptRepository, 'list'>;
  readonly waitingFiles: WaitingFileRepository;
  /** Starts the steps that a file needs and that have not run. */
  readonly startSteps: (contentId: string) => Promise<unknown>;
  readonly scripts: Pick<ScriptRepository, 'newWrites' | 'read'>;
  /** Aligns the script of a content item that was just created, unless the step will find it anyway. */
  readonly alignNewScript: (contentId: string, by: ActBy) => Promise<void>;
  readonly verdicts: Pick<VerdictRepository, 'readVerdict' | 'verdictUnchanged' | 'decisionWrites'>;
  /** Reads the platform-wide settings. */
  readonly readSettings: () => Promise<PlatformSettings>;
  readonly stills: StillStore;
  readonly captions: CaptionsRepository;
  readonly writeCues: RenditionStore['writeCues'];
  /** A new ULID. */
  readonly newId: () => string;
  readonly events: EventBus;
  readonly logger: Logger;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
  /** Where AWS keeps the files of content items, for administrators. */
  readonly readStorage: ReadStorage;
}
