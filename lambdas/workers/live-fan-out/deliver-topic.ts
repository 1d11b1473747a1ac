import type { QueuedSending } from '../../domain/live/ports.ts';
import { beginSending, endSending, FLOOR_MS } from '../../domain/live/slots.ts';
import type { FanOutDeps } from './deps.ts';
import { postToAll } from './post-to-all.ts';

/** How often a connection that is not gone may fail to be reached. */
const MAX_TRIES = 3;

/** Connections that one message names: far below what the queue takes. */
const NAMED = 1000;

async function* onePage(ids: readonly string[]): AsyncGenerator<readonly string[]> {
  yield ids;
}

/**
 * Forgets connections that cannot be reached: they hear nothing, and their client's next ping closes them, after which
 * it connects anew.
 */
const forgetAll = async ({ connections, logger }: FanOutDeps, ids: readonly string[]): Promise<void> => {
  logger.warn('Connections were given up', { count: ids.length });
  for (const id of ids) await connections.forget(id);
};

/** Tries those that were missed again, apart from everybody else, or gives them up. */
const tryAgain = async (
  deps: FanOutDeps,
  { topic, tries = 0 }: QueuedSending,
  missed: readonly string[],
): Promise<void> => {
  if (tries + 1 >= MAX_TRIES) return forgetAll(deps, missed);
  for (let start = 0; start < missed.length; start += NAMED) {
    const only = missed.slice(start, start + NAMED);
    // Due after this sending began: only one that begins later makes it needless.
    await deps.queue.put({ topic, claim: deps.newClaim(), due_at: deps.now() + 1, only, tries: tries + 1 }, FLOOR_MS);
  }
};

/**
 * Works one sending: tells everybody who hears the topic, unless it is too early (then it waits on) or a later one did.
 */
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
