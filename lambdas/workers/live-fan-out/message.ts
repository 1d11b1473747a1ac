import * as z from 'zod/mini';
import { LiveTopic } from '../../contract/live/live-messages.ts';
import type { QueuedSending } from '../../domain/live/ports.ts';

const Message = z.object({
  topic: LiveTopic,
  claim: z.string(),
  due_at: z.number(),
  only: z.optional(z.array(z.string())),
  tries: z.optional(z.number()),
});

/** Parses a sending. Throws when it is invalid. */
export const parseMessage = (body: unknown): QueuedSending => Message.parse(body);
