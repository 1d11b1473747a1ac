import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { EVENT_SOURCE, type AppEvent, type AppEventType } from '../events/app-events.ts';
import { clientSettings } from './aws-clients.ts';

/** Publishes our events on the default bus. */
export interface EventPublisher {
  /** Resolves once EventBridge has taken the event; throws a transient error when it has not. */
  publish<T extends AppEventType>(type: T, detail: AppEvent<T>): Promise<void>;
}

/** The publisher on EventBridge. A part that was refused counts as a failure, which `PutEvents` itself answers as success. */
export const createEventPublisher = (
  client: Pick<EventBridgeClient, 'send'> = new EventBridgeClient(clientSettings),
): EventPublisher => ({
  async publish(type, detail) {
    const { FailedEntryCount, Entries } = await client.send(
      new PutEventsCommand({ Entries: [{ Source: EVENT_SOURCE, DetailType: type, Detail: JSON.stringify(detail) }] }),
    );
    if (FailedEntryCount) {
      throw Object.assign(new Error(`Event ${type} was not taken: ${Entries?.[0]?.ErrorCode ?? 'unknown'}`), { name: 'ServiceUnavailable' });
    }
  },
});
