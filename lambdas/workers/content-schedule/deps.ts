import type { BulkRepository } from '../../data/admin/bulk-repository.ts';
import type { ContentEdits } from '../../data/content/content-edits.ts';
import type { ScheduleRepository } from '../../data/content/schedule-repository.ts';
import type { StillStore } from '../../domain/content/still-store.ts';
import type { Logger } from '../../domain/logger.ts';
import type { PlatformSettings } from '../../domain/settings/settings.ts';
import type { EventBus } from '../../platform/messages/event-bus.ts';

/** Dependencies of the worker. */
export interface ScheduleDeps {
  readonly schedule: ScheduleRepository;
  readonly content: Pick<ContentEdits, 'get' | 'saveEdit' | 'saveStills'>;
  readonly jobs: Pick<BulkRepository, 'listAbandoned'>;
  /** Reads the platform-wide settings. */
  readonly readSettings: () => Promise<PlatformSettings>;
  readonly stills: StillStore;
  readonly events: EventBus;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
