import type { LiveTopic } from '../../contract/live/live-messages.ts';
import type { FanOutDeps } from './deps.ts';

/** Connections that are posted to at the same time. */
const AT_ONCE = 20;

/**
 * Milliseconds after which no further connection is begun with, so that the sending ends before the function's own
 * limit of a minute.
 */
const TIME_MS = 45_000;

/**
 * Tells connections, page by page, that a topic changed, and answers those that could not be reached. One that is gone
 * is removed with everything of it; one that hangs or fails holds up nobody.
 */
export const postToAll = async (
  { channels, connections, topics, logger, now }: FanOutDeps,
  topic: LiveTopic,
  pages: AsyncIterable<readonly string[]>,
): Promise<readonly string[]> => {
  const end = now() + TIME_MS;
  const missed: string[] = [];
  let told = 0;
  let gone = 0;
  const tell = async (id: string): Promise<void> => {
    if (now() > end) return void missed.push(id);
    try {
      if ((await channels.post(id, { type: 'changed', topic })) === 'sent') return void (told += 1);
      gone += 1;
      await connections.forget(id);
      // An entry whose connection was removed without it would be met again at every sending.
      await topics.dropSubscriber(topic, id);
    } catch (error) {
      missed.push(id);
      logger.warn('A connection was not reached', {
        connectionId: id,
        reason: error instanceof Error ? error.name : 'unknown',
      });
    }
  };
  for await (const page of pages) {
    const waiting = [...page];
    const lane = async (): Promise<void> => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) await tell(id);
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, page.length) }, lane));
  }
  logger.info('Topic told', { topic: topic.replace(/:.*/, ''), told, gone, missed: missed.length });
  return missed;
};
