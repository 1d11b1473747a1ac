import type { QueuedSending } from '../../domain/live/ports.ts';
import { beginSending, endSending, FLOOR_MS } from '../../domain/live/slots.ts';
import type { FanOutDeps } from './deps.ts';
import { postToAll } from './post-to-all.ts';

/** Maximum number of attempts to reach a connection that is still open. */
const MAX_TRIES = 3;

/** Maximum number of connections in one message, far below the queue's size limit. */
const MAX_NAMED = 1000;

async function* onePage(ids: readonly string[]): AsyncGenerator<readonly string[]> {
  yield ids;
}

/** Forgets unreachable connections. The client's next ping closes the connection, and the client reconnects. */
const forgetAll = async ({ connections, logger }: FanOutDeps, ids: readonly string[]): Promise<void> => {
  logger.warn('Unreachable connections removed', { count: ids.length });
  for (const id of ids) await connections.forget(id);
};

/** Queues a retry for the missed connections only, or forgets them after the last attempt. */
const tryAgain = async (
  deps: FanOutDeps,
  { topic, tries = 0 }: QueuedSending,
  missed: readonly string[],
): Promise<void> => {
  if (tries + 1 >= MAX_TRIES) return forgetAll(deps, missed);
  for (let start = 0; start < missed.length; start += MAX_NAMED) {
    const only = missed.slice(start, start + MAX_NAMED);
    // Due after this sending began, so that only a later sending can replace it.
    await deps.queue.put({ topic, claim: deps.newClaim(), due_at: deps.now() + 1, only, tries: tries + 1 }, FLOOR_MS);
  }
};

/** Notifies the subscribers of a topic. Queues the sending again when it is too early; drops it after a later one. */
export const deliverTopic = async (deps: FanOutDeps, sending: QueuedSending): Promise<void> => {
  const { topic, claim, due_at, only } = sending;
  const { topics, queue, now } = deps;
  const began = now();
  const start = await topics.changeState(topic, began, (state) =>
    beginSending(state, { claim, due_at, partial: only !== undefined }, began),
  );
  if (start.kind === 'drop') return;
  if (start.kind === 'give up') return forgetAll(deps, only ?? []);
  if (start.kind === 'wait') return queue.put(sending, Math.min(start.ms, FLOOR_MS));
  const onBad = (count: number): void =>
    deps.logger.error('Corrupt items left out of the subscribers of a topic', { count });
  const missed = await postToAll(deps, topic, only ? onePage(only) : topics.subscribers(topic, began, onBad));
  if (missed.length > 0) await tryAgain(deps, sending, missed);
  await topics.changeState(topic, now(), (state) => ({ state: endSending(state, claim, now()) }));
};
