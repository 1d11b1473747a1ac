import type { LiveTopic } from '../../contract/live/live-messages.ts';
import type { FanOutDeps } from './deps.ts';

/** Maximum number of concurrent posts. */
const CONCURRENCY = 20;

/** Milliseconds after which no further post begins. The function's timeout is one minute. */
const TIME_MS = 45_000;

/**
 * Notifies connections, page by page, that a topic changed. Returns the connections that could not be reached. Closed
 * connections are removed. A slow or failing connection does not delay the others.
 */
export const postToAll = async (
  { channels, connections, topics, logger, now }: FanOutDeps,
  topic: LiveTopic,
  pages: AsyncIterable<readonly string[]>,
): Promise<readonly string[]> => {
  const end = now() + TIME_MS;
  const missed: string[] = [];
  let sent = 0;
  let closed = 0;
  const notify = async (id: string): Promise<void> => {
    if (now() > end) return void missed.push(id);
    try {
      if ((await channels.post(id, { type: 'changed', topic })) === 'sent') return void (sent += 1);
      closed += 1;
      await connections.forget(id);
      // Otherwise an entry without a connection would remain in the topic and be posted to every time.
      await topics.dropSubscriber(topic, id);
    } catch (error) {
      missed.push(id);
      logger.warn('Could not reach a connection', {
        connectionId: id,
        reason: error instanceof Error ? error.name : 'unknown',
      });
    }
  };
  for await (const page of pages) {
    const waiting = [...page];
    const lane = async (): Promise<void> => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) await notify(id);
    };
    await Promise.all(Array.from({ length: Math.min(CONCURRENCY, page.length) }, lane));
  }
  logger.info('Subscribers notified', { topic: topic.replace(/:.*/, ''), sent, closed, missed: missed.length });
  return missed;
};
