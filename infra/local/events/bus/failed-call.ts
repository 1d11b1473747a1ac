/** The call that a message in the queue of failed calls describes. */
export type FailedCall =
  /** A call of this function. */
  | { readonly kind: 'function'; readonly arn: string }
  /** A call of the functions of this scheduled rule. */
  | { readonly kind: 'rule'; readonly arn: string }
  /** A call that cannot be repeated; `reason` says why. */
  | { readonly kind: 'unknown'; readonly reason: string };

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
 * Finds the call that a message describes. Lambda sends the event to a dead-letter queue without the function's name;
 * EventBridge adds the target's ARN when it could not even call it. So the function is found by that target, or by the
 * rule that the event names. A CloudFormation event cannot be repeated, because no deployment waits for its response
 * any longer.
 */
export const failedCall = (body: string, attributes: Readonly<Record<string, string | undefined>>): FailedCall => {
  const event = parse(body);
  if (!event) return { kind: 'unknown', reason: 'its body is not an event' };
  if (typeof event.ResponseURL === 'string')
    return { kind: 'unknown', reason: 'it belongs to a deployment that has ended' };
  const target = attributes['TARGET_ARN'];
  if (target?.startsWith('arn:aws:lambda:')) return { kind: 'function', arn: target };
  const rule = Array.isArray(event.resources) ? (event.resources as unknown[])[0] : undefined;
  if (event.source === 'aws.events' && typeof rule === 'string' && rule.startsWith('arn:aws:events:'))
    return { kind: 'rule', arn: rule };
  return { kind: 'unknown', reason: 'it names no function' };
};
