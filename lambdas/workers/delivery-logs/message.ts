import * as z from 'zod/mini';

const Event = z.union([
  z.object({
    'detail-type': z.literal('Object Created'),
    detail: z.object({ object: z.object({ key: z.string() }) }),
  }),
  z.object({ 'detail-type': z.literal('Scheduled Event') }),
]);

/** Returns the key of the log file that arrived; undefined for the daily listing. Throws for any other event. */
export const arrivedKey = (event: unknown): string | undefined => {
  const parsed = Event.parse(event);
  return 'detail' in parsed ? parsed.detail.object.key : undefined;
};
