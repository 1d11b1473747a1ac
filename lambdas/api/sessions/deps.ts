import type { RightsRepository } from '../../data/people/rights-repository.ts';
import type { DeviceRepository } from '../../data/sessions/device-repository.ts';
import type { SessionRegistry } from '../../data/sessions/session-registry.ts';
import type { SignInActivityRepository } from '../../data/sessions/sign-in-activity-repository.ts';
import type { TokenVerifier } from '../../domain/accounts/actor.ts';
import type { Logger } from '../../domain/logger.ts';
import type { EventRecorder } from '../../domain/security/event-recorder.ts';

/** Dependencies of the use cases. */
export interface SessionsDeps {
  readonly sessions: SessionRegistry;
  readonly rights: Pick<RightsRepository, 'read'>;
  readonly devices: DeviceRepository;
  readonly recorder: EventRecorder;
  readonly activity: SignInActivityRepository;
  readonly verifier: TokenVerifier;
  /** Maximum number of active sessions of a user. */
  readonly limit: number;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A random secret for the cookie of a device. */
  readonly newSecret: () => string;
}
