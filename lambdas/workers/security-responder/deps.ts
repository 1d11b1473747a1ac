import type { SecuritySettings } from '../../contract/admin/security-responses.ts';
import type { Logger } from '../../domain/logger.ts';
import type { StoredAlert } from '../../domain/security/alert.ts';
import type { NewSecurityEvent } from '../../domain/security/event.ts';
import type { ResponseDeps } from '../../domain/security/take-response.ts';

/** Dependencies of the worker. */
export interface ResponderDeps extends ResponseDeps {
  readonly alerts: { get(id: string): Promise<StoredAlert | undefined> };
  readonly settings: { read(): Promise<SecuritySettings> };
  readonly events: { put(event: NewSecurityEvent): Promise<void> };
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
