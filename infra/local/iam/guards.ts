import type { QueueSender } from '../events/queues/queue-engine.ts';
import type { Functions } from '../functions/functions.ts';
import { type InvokeFunction, NotPermitted } from '../invoke.ts';
import type { Access } from './access.ts';

/** Adds a check of the function's permissions to invocations by a service. */
export const guardInvoke =
  ({ invoke, find }: Pick<Functions, 'invoke' | 'find'>, access: Pick<Access, 'serviceDenial'>): InvokeFunction =>
  async (name, payload, caller) => {
    const arn = caller ? find(name)?.arn : undefined;
    const denial = caller && arn !== undefined ? access.serviceDenial(caller, 'lambda:InvokeFunction', arn) : undefined;
    return denial === undefined
      ? invoke(name, payload)
      : { error: { errorType: 'AccessDeniedException', errorMessage: denial }, logs: [], denied: true };
  };

/** Adds a check of the queue's policy to messages from a service. @throws NotPermitted in IAM's words */
export const guardQueues = ({ has, sendTo }: QueueSender, access: Pick<Access, 'serviceDenial'>): QueueSender => ({
  has,
  sendTo(queueArn, message, caller) {
    const denial = caller ? access.serviceDenial(caller, 'sqs:SendMessage', queueArn) : undefined;
    if (denial !== undefined) throw new NotPermitted(denial);
    sendTo(queueArn, message);
  },
});
