import type { AlertWindowRepository } from '../../data/admin/alert-window-repository.ts';
import type { SendingDeps } from '../../domain/live/request-sending.ts';
import type { Logger } from '../../domain/logger.ts';

/** Dependencies of the worker. */
export interface DetectorDeps extends SendingDeps {
  readonly windows: AlertWindowRepository;
  readonly logger: Logger;
  /** The id of a new alert. */
  readonly newId: () => string;
}
