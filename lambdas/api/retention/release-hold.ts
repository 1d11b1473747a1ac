import { endpoints } from '../../contract/index.ts';
import { publishHoldChange } from '../../domain/privacy/hold-changes.ts';
import { route } from '../../http/route.ts';
import type { RetentionDeps } from './deps.ts';

/** Releases a legal hold. The erasures that waited for it begin a day later. */
export const releaseHold = ({ holds, events, now }: RetentionDeps) =>
  route(endpoints['retention.release-hold'], async ({ actor, params: { id }, body: { reason }, requestId }) => {
    const at = new Date(now()).toISOString();
    const waiting = await holds.release({ userId: id, reason, at, by: { actor, requestId } });
    await publishHoldChange(events, id, waiting);
    return { status: 204 };
  });
