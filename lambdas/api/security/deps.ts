import type { SecurityEventLog } from '../../data/admin/security-event-log.ts';
import type { SecurityAlertRepository } from '../../data/admin/security-alert-repository.ts';
import type { SecurityHourRepository } from '../../data/admin/security-hour-repository.ts';
import type { ProfileNames } from '../../data/people/profile-names.ts';
import type { Logger } from '../../domain/logger.ts';
import type { EventRecorder } from '../../domain/security/event-recorder.ts';
import type { validateInput } from '../../domain/security/validate-input.ts';

/** Dependencies of the use cases. */
export interface SecurityDeps {
  readonly recorder: EventRecorder;
  readonly log: SecurityEventLog;
  readonly profiles: ProfileNames;
  readonly validate: typeof validateInput;
  readonly alerts: Omit<SecurityAlertRepository, 'get'>;
  readonly hours: Pick<SecurityHourRepository, 'list' | 'sumOfFirst'>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A new ULID of a time (milliseconds). */
  readonly newId: (at: number) => string;
}
