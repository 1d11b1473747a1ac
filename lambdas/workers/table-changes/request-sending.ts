import type { LiveTopic } from '../../contract/live/live-messages.ts';
import { claimSending } from '../../domain/live/slots.ts';
import type { ChangesDeps } from './deps.ts';

/** Requests a sending of a topic with subscribers, unless one is already due. A retry uses the same `claim`. */
export const requestSending = async (
  { topics, queue, now }: Pick<ChangesDeps, 'topics' | 'queue' | 'now'>,
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
