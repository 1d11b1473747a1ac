import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { behaviorPatterns, guardRate } from '../../domain/limits/rate-limit.ts';
import { coversCounts, withConsent } from '../../domain/privacy/consented.ts';
import { anomalyDetails, anomalyEvent } from '../../domain/security/behavior/anomaly.ts';
import { scoreOf } from '../../domain/security/behavior/score.ts';
import { route } from '../../http/route.ts';
import type { BehaviorDeps } from './deps.ts';

/**
 * Analyzes and stores what the browser of the signed-in user counted, if the user consents to that. User, session and
 * time are those of the server. The counts are what the browser says, which it can forge or leave out.
 */
export const recordPattern = ({ patterns, recorder, counters, now, newId }: BehaviorDeps) =>
  route(endpoints['behavior.record-pattern'], async ({ actor, body, requestId }) => {
    const at = now();
    const time = new Date(at).toISOString();
    const sent = withConsent(actor, 'behavior', () => ({
      id: newId(at),
      user_id: actor.userId,
      session_id: actor.signIn.id ?? '',
      pattern_type: body.pattern_type,
      pattern_data: body.pattern_data,
      ...scoreOf(body.pattern_data),
      analyzed_at: time,
      created_at: time,
    }));
    if (!sent || !coversCounts(actor.consentNotice)) throw new AppError('consent_required');
    await guardRate(counters, behaviorPatterns, actor.userId, at);
    const pattern = await patterns.add(sent, body);
    if (pattern.anomaly_detected) {
      const { page } = body;
      const since = (await patterns.firstAnomalyAt(actor.userId, page)) ?? pattern.created_at;
      // Also for a later pattern of the counting: an earlier call may have ended before it recorded the event.
      const scored = withConsent(actor, 'behavior', () => anomalyDetails(pattern));
      await recorder.record(anomalyEvent(pattern, { page, since }, requestId), { scored }, at);
    }
    return { status: 201, body: pattern };
  });
