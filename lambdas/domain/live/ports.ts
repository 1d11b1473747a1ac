import type { LiveMessage, LiveTopic } from '../../contract/live/live-messages.ts';
import type { TopicState } from './slots.ts';

/** Open channels at the gateway. Both methods throw when the gateway is unavailable or throttles. */
export interface Channels {
  /** Sends a message. `gone`: the connection is closed, or not yet open. */
  post(connectionId: string, message: LiveMessage): Promise<'sent' | 'gone'>;
  /** Closes a connection. `gone`: it is already closed, or not yet open. */
  close(connectionId: string): Promise<'closed' | 'gone'>;
}

/** A queued notification of a topic. */
export interface QueuedSending {
  readonly topic: LiveTopic;
  /** Id of the request for this notification. */
  readonly claim: string;
  /** Milliseconds since 1970. */
  readonly due_at: number;
  /** The connections to notify. All subscribers of the topic by default. */
  readonly only?: readonly string[] | undefined;
  /** Number of failed attempts to reach these connections. */
  readonly tries?: number | undefined;
}

/** Queue of notifications. */
export interface SendingQueue {
  /** Queues a notification for delivery after `delayMs`, or up to a second later. */
  put(sending: QueuedSending, delayMs: number): Promise<void>;
}

/** Subscriptions and delivery states of topics. */
export interface TopicStates {
  /** Whether a topic has subscriptions. */
  hasSubscribers(topic: LiveTopic): Promise<boolean>;
  /** Changes the delivery state of a topic atomically, unless the decision has no `state`. Returns the decision. */
  changeState<D extends { readonly state?: TopicState | undefined }>(
    topic: LiveTopic,
    now: number,
    decide: (state: TopicState) => D,
  ): Promise<D>;
}
