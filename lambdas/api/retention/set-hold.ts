import { endpoints } from '../../contract/index.ts';
import { publishHoldChange } from '../../domain/privacy/hold-changes.ts';
import { route } from '../../http/route.ts';
import type { RetentionDeps } from './deps.ts';

/** Sets a legal hold. When its event is lost, the daily cleanup keeps the user's data instead. */
export const setHold = ({ holds, events, now }: RetentionDeps) =>
  route(endpoints['retention.set-hold'], async ({ actor, body: { user_id: userId, reason }, requestId }) => {
    const at = new Date(now()).toISOString();
    const { hold, waiting } = await holds.set({ userId, reason, at, by: { actor, requestId } });
    await publishHoldChange(events, userId, waiting);
    return { status: 201, body: hold };
  });
