import type { LiveTopic } from '../../contract/live/live-messages.ts';
import type { SendingQueue, TopicStates } from './ports.ts';
import { claimSending } from './slots.ts';

/** What a request for a sending needs. */
export interface SendingDeps {
  readonly topics: TopicStates;
  readonly queue: SendingQueue;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Requests a sending of a topic with subscribers, unless one is already due. A retry uses the same `claim`. */
export const requestSending = async (
  { topics, queue, now }: SendingDeps,
  topic: LiveTopic,
  claim: string,
): Promise<void> => {
  if (!(await topics.hasSubscribers(topic))) return;
  const requestedAt = now();
  const { dueAt } = await topics.changeState(topic, requestedAt, (state) => ({
    ...claimSending(state, claim, requestedAt),
  }));
  if (dueAt !== undefined) await queue.put({ topic, claim, due_at: dueAt }, dueAt - requestedAt);
};
