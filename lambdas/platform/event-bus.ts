import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { EVENT_SOURCE, type AppEvent, type AppEventType } from '../events/app-events.ts';
import { clientSettings } from './client-settings.ts';

/** Publishes our own events on the default bus. */
export interface EventBus {
  /** Resolves once EventBridge has taken the event; throws a transient error when it has not. */
  publish<T extends AppEventType>(type: T, detail: AppEvent<T>): Promise<void>;
}

/** The default bus. An event that was refused counts as a failure, which `PutEvents` itself answers as success. */
export const createEventBus = (
  client: Pick<EventBridgeClient, 'send'> = new EventBridgeClient(clientSettings),
): EventBus => ({
  async publish(type, detail) {
    const { FailedEntryCount, Entries } = await client.send(
      new PutEventsCommand({ Entries: [{ Source: EVENT_SOURCE, DetailType: type, Detail: JSON.stringify(detail) }] }),
    );
    if (FailedEntryCount) {
      throw Object.assign(new Error(`The event bus refused ${type}: ${Entries?.[0]?.ErrorCode ?? 'unknown'}`), {
        name: 'ServiceUnavailable',
      });
    }
  },
});
