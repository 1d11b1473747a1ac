import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { EVENT_SOURCE, type AppEvent, type AppEventType } from '../events/app-events.ts';
import { clientSettings } from './client-settings.ts';

/** Publishes our own events on the default bus. */
export interface EventBus {
  /** Resolves when EventBridge has accepted the event. Throws a transient error otherwise. */
  publish<T extends AppEventType>(type: T, detail: AppEvent<T>): Promise<void>;
}

/** The default bus. Rejected events throw an error, although `PutEvents` reports them in a successful response. */
export const createEventBus = (
  client: Pick<EventBridgeClient, 'send'> = new EventBridgeClient(clientSettings),
): EventBus => ({
  async publish(type, detail) {
    const { FailedEntryCount, Entries } = await client.send(
      new PutEventsCommand({ Entries: [{ Source: EVENT_SOURCE, DetailType: type, Detail: JSON.stringify(detail) }] }),
    );
    if (FailedEntryCount) {
      throw Object.assign(new Error(`The event bus rejected ${type}: ${Entries?.[0]?.ErrorCode ?? 'unknown'}`), {
        name: 'ServiceUnavailable',
      });
    }
  },
});
