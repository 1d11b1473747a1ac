import type { SecurityAlertRepository } from '../../data/admin/security-alert-repository.ts';
import type { SecurityResponseRepository } from '../../data/admin/security-response-repository.ts';
import type { SecuritySettingsRepository } from '../../data/admin/security-settings-repository.ts';
import type { ProfileNames } from '../../data/people/profile-names.ts';
import type { ResponseDeps } from '../../domain/security/take-response.ts';

/** Dependencies of the use cases of responses. */
export interface ResponsesDeps {
  readonly alerts: Pick<SecurityAlertRepository, 'get'>;
  readonly responses: SecurityResponseRepository;
  readonly settings: SecuritySettingsRepository;
  readonly profiles: ProfileNames;
  readonly notify: ResponseDeps['notify'];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A ULID of now. */
  readonly newId: () => string;
}
