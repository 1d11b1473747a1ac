import type { QueueSender } from '../events/queues/queue-engine.ts';
import type { Functions } from '../functions/functions.ts';
import { type InvokeFunction, NotPermitted } from '../invoke.ts';
import type { Access } from './access.ts';

/** Adds a check of the function's permissions to invocations by a service. */
export const guardInvoke =
  ({ invoke, find }: Pick<Functions, 'invoke' | 'find'>, access: Pick<Access, 'serviceRefusal'>): InvokeFunction =>
  async (name, payload, caller) => {
    const arn = caller ? find(name)?.arn : undefined;
    const refusal =
      caller && arn !== undefined ? access.serviceRefusal(caller, 'lambda:InvokeFunction', arn) : undefined;
    return refusal === undefined
      ? invoke(name, payload)
      : { error: { errorType: 'AccessDeniedException', errorMessage: refusal }, logs: [], refused: true };
  };

/** Adds a check of the queue's policy to messages from a service. @throws NotPermitted in IAM's words */
export const guardQueues = ({ has, sendTo }: QueueSender, access: Pick<Access, 'serviceRefusal'>): QueueSender => ({
  has,
  sendTo(queueArn, message, caller) {
    const refusal = caller ? access.serviceRefusal(caller, 'sqs:SendMessage', queueArn) : undefined;
    if (refusal !== undefined) throw new NotPermitted(refusal);
    sendTo(queueArn, message);
  },
});
