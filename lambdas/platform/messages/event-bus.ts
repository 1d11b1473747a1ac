import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { batchesOf } from '../../domain/batches.ts';
import { EVENT_SOURCE, type AppEvent, type AppEventType, type NewEvent } from '../../events/app-events.ts';
import { clientSettings } from '../client-settings.ts';

/** Publishes our own events on the default bus. */
export interface EventBus {
  /** Resolves when EventBridge has accepted the event. Throws a transient error otherwise. */
  publish<T extends AppEventType>(type: T, detail: AppEvent<T>): Promise<void>;
}

/** Publishes many of our own events on the default bus with few calls. */
export interface EventBatches {
  /** Returns an outcome for each event, in order: undefined once EventBridge has accepted it, or an error. */
  publishAll(events: readonly NewEvent[]): Promise<readonly (Error | undefined)[]>;
}

type Client = Pick<EventBridgeClient, 'send'>;

/**
 * Maximum number of events per call: a limit of EventBridge. Ten of our events are far below its limit of 256 KB per
 * call, because their details contain little more than IDs.
 */
const BATCH_SIZE = 10;

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Publishes up to `BATCH_SIZE` events with one call. A successful response can still report rejected events. */
const putEvents = async (
  client: Client,
  events: readonly { readonly type: string; readonly detail: unknown }[],
): Promise<readonly (Error | undefined)[]> => {
  const { Entries = [] } = await client.send(
    new PutEventsCommand({
      Entries: events.map(({ type, detail }) => ({
        Source: EVENT_SOURCE,
        DetailType: type,
        Detail: JSON.stringify(detail),
      })),
    }),
  );
  return events.map(({ type }, index) =>
    Entries[index]?.EventId === undefined
      ? Object.assign(new Error(`The event bus rejected ${type}: ${Entries[index]?.ErrorCode ?? 'unknown'}`), {
          name: 'ServiceUnavailable',
        })
      : undefined,
  );
};

/** The default bus, for one event at a time. */
export const createEventBus = (client: Client = new EventBridgeClient(clientSettings)): EventBus => ({
  async publish(type, detail) {
    const [error] = await putEvents(client, [{ type, detail }]);
    if (error) throw error;
  },
});

/** The default bus, for many events. A call that fails affects only its own events. */
export const createEventBatches = (client: Client = new EventBridgeClient(clientSettings)): EventBatches => ({
  async publishAll(events) {
    const outcomes = await Promise.all(
      batchesOf(events, BATCH_SIZE).map((batch) =>
        putEvents(client, batch).catch((error: unknown) => batch.map(() => asError(error))),
      ),
    );
    return outcomes.flat();
  },
});
