import type { ResponseAction } from '../../contract/admin/security-rules.ts';
import { AppError } from '../../domain/app-error.ts';
import type { StoredAlert } from '../../domain/security/alert.ts';
import {
  automaticActions,
  automaticResponseId,
  failedResponse,
  newResponse,
  type StoredResponse,
} from '../../domain/security/response.ts';
import { takeResponse } from '../../domain/security/take-response.ts';
import type { AppEvent } from '../../events/app-events.ts';
import type { ResponderDeps } from './deps.ts';
import { failureEvent } from './failure-event.ts';

/** Takes an action. One that is not possible is a failed response: trying again would not change that. */
const take = async (deps: ResponderDeps, alert: StoredAlert, action: ResponseAction): Promise<StoredResponse> => {
  const id = automaticResponseId(alert, action);
  const now = deps.now();
  try {
    return await takeResponse(deps, { id, action, alert }, undefined, now);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'version_conflict') throw error;
    return deps.responses.record(failedResponse(newResponse(id, action, alert, { now }), error.message), undefined);
  }
};

/**
 * Takes the actions that the settings switch on for the rule of an alert, and sends emails about it if they say so.
 * Each is taken once, however often the event arrives. One that fails for another reason than its rules is tried again
 * with the event, after the others. An alert that no longer exists needs nothing.
 */
export const respondToAlert = async (
  deps: ResponderDeps,
  { alertId }: AppEvent<'SecurityAlertRaised.v1'>,
): Promise<void> => {
  const [alert, settings] = await Promise.all([deps.alerts.get(alertId), deps.settings.read()]);
  if (!alert) return;
  const errors: unknown[] = [];
  for (const action of automaticActions(settings, alert)) {
    try {
      const response = await take(deps, alert, action);
      if (response.error !== undefined) {
        deps.logger.warn('An automatic response failed', { action, alertId, responseId: response.id });
        await deps.events.put(failureEvent(alert, response));
      }
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} automatic response(s) must be repeated`);
};
