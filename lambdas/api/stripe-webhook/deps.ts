import type { Logger } from '../../domain/logger.ts';
import type { EventBus } from '../../platform/messages/event-bus.ts';
import type { StripeSettingsReader } from '../../platform/stripe/settings.ts';

/** Dependencies of the use case. */
export interface WebhookDeps {
  readonly settings: StripeSettingsReader;
  readonly events: EventBus;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
