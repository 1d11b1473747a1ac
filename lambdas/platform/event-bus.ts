import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { EVENT_SOURCE, type AppEvent, type AppEventType } from '../events/app-events.ts';
import { clientSettings } from './aws-clients.ts';

/** Publishes our own events on the default bus. */
export interface EventBus {
  /** Throws when the bus did not take the event. */
  publish<T extends AppEventType>(type: T, detail: AppEvent<T>): Promise<void>;
}

export const createEventBus = (client: Pick<EventBridgeClient, 'send'> = new EventBridgeClient(clientSettings)): EventBus => ({
  async publish(type, detail) {
    const { FailedEntryCount, Entries } = await client.send(
      new PutEventsCommand({ Entries: [{ Source: EVENT_SOURCE, DetailType: type, Detail: JSON.stringify(detail) }] }),
    );
    if (FailedEntryCount) throw new Error(`The event bus refused ${type}: ${Entries?.[0]?.ErrorCode ?? 'unknown'}`);
  },
});
