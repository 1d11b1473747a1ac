import type { EventKind } from '../../contract/admin/security-kinds.ts';
import { coarseAddress } from '../../domain/privacy/coarse-address.ts';
import { withConsent } from '../../domain/privacy/consented.ts';
import { AppError } from '../../domain/app-error.ts';
import { limitedCalls, TooManyRequests } from '../../domain/limits/rate-limit.ts';
import { visitorName, type VisitorLimit } from '../../domain/limits/visitor-limit.ts';
import type { Logger } from '../../domain/logger.ts';
import { newSecurityEvent, type Subject } from '../../domain/security/event.ts';
import { eventId } from '../../domain/security/event-id.ts';
import type { EventRecorder } from '../../domain/security/event-recorder.ts';
import { rejections } from '../../domain/security/rejections.ts';
import { SmartTokenInvalid } from '../../domain/security/tokens/rejection.ts';
import { within } from '../../domain/within.ts';
import { timeLeft } from '../end-early.ts';
import type { GatewayEvent, RequestState, Step } from '../state.ts';
import { isSecurityCheck, sourceOf } from './limit-visitors.ts';

/** Milliseconds for which a response waits until its event is stored. Afterwards, Lambda may stop the function. */
export const RECORDING_MS = 1000;

/** The kind of event that a rejection is; none for what says nothing about security. */
const kindOf = (error: AppError): EventKind | undefined => {
  // The effect of a response to an alert, which would raise the next alert.
  if (error instanceof TooManyRequests && error.rule === limitedCalls) return undefined;
  const rejection = rejections[error.code];
  return typeof rejection === 'string' ? rejection : undefined;
};

/** Dependencies of the step. */
export interface RejectionRecording {
  /** When left out, nothing is recorded. */
  readonly recorder: EventRecorder | undefined;
  /** Names visitors. Without it, only what users do is recorded. */
  readonly visitors: Pick<VisitorLimit, 'readKey'> | undefined;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * The address of a visitor. A call that did not come through the distribution has no route yet and can claim any
 * address, so that of its connection counts.
 */
const addressOf = (event: GatewayEvent, { route }: RequestState): string =>
  route ? sourceOf(event) : event.requestContext.http.sourceIp;

/** Whom a call is about; undefined for a visitor without a name, and for our own security checks. */
const subjectOfCall = async (
  event: GatewayEvent,
  state: RequestState,
  { visitors }: RejectionRecording,
  at: number,
): Promise<Subject | undefined> => {
  if (state.userId !== undefined) return { user: state.userId };
  if (!visitors || (await isSecurityCheck(event, visitors, at))) return undefined;
  return { visitor: visitorName(await visitors.readKey(), addressOf(event, state), at) };
};

/**
 * Records rejected calls as security events, after the response is decided: who called which endpoint and why it was
 * rejected, and nothing that the call contained. The response waits for it, because nothing runs after it. It never
 * changes the response: a failure is only logged.
 */
export const recordRejections = (deps: RejectionRecording): Step => {
  const record = async (event: GatewayEvent, state: RequestState, error: AppError): Promise<void> => {
    const theft = error instanceof SmartTokenInvalid ? error.theft : undefined;
    const kind = theft ? 'token_stolen' : kindOf(error);
    if (!deps.recorder || kind === undefined) return;
    const at = deps.now();
    const subject = await subjectOfCall(event, state, deps, at);
    if (!subject) return;
    const { requestId } = event.requestContext;
    const happened = newSecurityEvent({
      kind,
      subject,
      id: eventId(at, `${kind} ${requestId}`),
      at,
      sessionId: state.signIn?.id,
      resourceId: theft?.tokenId ?? event.routeKey,
      metadata: { code: error.code, request_id: requestId, ...(theft ? { proof: theft.fault } : {}) },
    });
    const { actor } = state;
    const address = actor && withConsent(actor, 'address', () => coarseAddress(sourceOf(event)));
    await deps.recorder.record(happened, { ip_address: address }, at);
  };
  return {
    async onError({ event, context, internal, error }) {
      if (!(error instanceof AppError)) return;
      await within(Math.min(RECORDING_MS, timeLeft(context)), record(event, internal, error)).catch(
        (failure: unknown) => deps.logger.error('Could not record a rejected call', { code: error.code }, failure),
      );
    },
  };
};
