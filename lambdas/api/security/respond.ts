import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { takeResponse } from '../../domain/security/take-response.ts';
import { route } from '../../http/route.ts';
import type { ResponsesDeps } from './response-deps.ts';
import { viewResponse } from './view-responses.ts';

/** Takes an action about the user of an alert, with the reason that the administrator entered. */
export const respond = (deps: ResponsesDeps) =>
  route(endpoints['security.respond'], async ({ actor, body, requestId }) => {
    const { action, alertId, reason, triggerType } = body;
    const alert = await deps.alerts.get(alertId);
    if (!alert) throw new AppError('alert_not_found');
    if (alert.alert_type !== triggerType) throw new AppError('invalid_state', 'This alert was raised by another rule.');
    const what = { id: `rsp_${deps.newId()}`, action, alert };
    const response = await takeResponse(deps, what, { actor, requestId, reason }, deps.now());
    return { status: 201, body: await viewResponse(deps, response) };
  });
