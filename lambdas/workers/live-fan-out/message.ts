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

/** Reads a sending. Throws for a message of another shape. */
export const parseMessage = (body: unknown): QueuedSending => Message.parse(body);
