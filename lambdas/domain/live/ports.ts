import type { LiveMessage, LiveTopic } from '../../contract/live/live-messages.ts';

/** The gateway's side of open channels. Both throw when the gateway does not answer or is throttled. */
export interface Channels {
  /** Sends a message. `gone`: the connection is closed, or not yet open. */
  post(connectionId: string, message: LiveMessage): Promise<'sent' | 'gone'>;
  /** Closes a connection. `gone`: it was closed before, or is not yet open. */
  close(connectionId: string): Promise<'closed' | 'gone'>;
}

/** One sending of a topic on its way through the queue. */
export interface QueuedSending {
  readonly topic: LiveTopic;
  /** Who asked for it. */
  readonly claim: string;
  /** Milliseconds since 1970. */
  readonly due_at: number;
  /** The connections that it goes to; everybody who hears the topic when it is left out. */
  readonly only?: readonly string[] | undefined;
  /** How often these could not be reached. */
  readonly tries?: number | undefined;
}

/** Sendings that wait. */
export interface SendingQueue {
  /** Puts one in, to come out after `delayMs` or up to a second later. */
  put(sending: QueuedSending, delayMs: number): Promise<void>;
}
