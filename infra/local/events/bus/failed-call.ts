/** What a message of the queue of failed calls tells of the call. */
export type FailedCall =
  /** The function that was called. */
  | { readonly kind: 'function'; readonly arn: string }
  /** The scheduled rule whose function was called. */
  | { readonly kind: 'rule'; readonly arn: string }
  /** Nothing that could be called again; `why` in a few words. */
  | { readonly kind: 'unknown'; readonly why: string };

interface ScheduledEvent {
  readonly source?: unknown;
  readonly resources?: unknown;
  readonly ResponseURL?: unknown;
}

const parse = (body: string): ScheduledEvent | undefined => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Reads which call a message stands for. Lambda puts the event and no function's name into a dead-letter queue,
 * EventBridge adds the target's ARN when it could not even call it; so the function is found by the target, or by the
 * rule that the event names. An event of CloudFormation is answered once and has nobody to answer any more.
 */
export const failedCall = (body: string, attributes: Readonly<Record<string, string | undefined>>): FailedCall => {
  const event = parse(body);
  if (!event) return { kind: 'unknown', why: 'its body is no event' };
  if (typeof event.ResponseURL === 'string') return { kind: 'unknown', why: 'a deployment asked for it and has ended' };
  const target = attributes['TARGET_ARN'];
  if (target?.startsWith('arn:aws:lambda:')) return { kind: 'function', arn: target };
  const rule = Array.isArray(event.resources) ? (event.resources as unknown[])[0] : undefined;
  if (event.source === 'aws.events' && typeof rule === 'string' && rule.startsWith('arn:aws:events:'))
    return { kind: 'rule', arn: rule };
  return { kind: 'unknown', why: 'nothing in it names a function' };
};
