import { endpoints } from '../../contract/index.ts';
import { deviceCookie, deviceHash, deviceLabel, deviceSecretIn } from '../../domain/sessions/device.ts';
import { route } from '../../http/route.ts';
import type { SessionsDeps } from './deps.ts';
import { recordEvent } from './record-event.ts';

/** Maximum number of devices that are remembered, so that a script without cookies cannot fill the table. */
const DEVICES_MAX = 50;

/**
 * Recognizes the device by its cookie. A device that is new to an account with other devices is a change, which the
 * user's other devices ask them to confirm. The cookie is set in either case, so that it is kept for its whole period.
 */
export const recognizeDevice = (deps: SessionsDeps) =>
  route(endpoints['sessions.recognize-device'], async ({ actor: { userId, signIn }, sender, requestId }) => {
    const { sessions, devices, logger, now, newSecret } = deps;
    const secret = deviceSecretIn(sender.cookies) ?? newSecret();
    const hash = deviceHash(secret);
    const onBad = (count: number): void => logger.error('Corrupt items left out of a list', { list: 'devices', count });
    const known = await devices.list(userId, onBad);
    const own = known.find((device) => device.hash === hash);
    const isNew = own === undefined && known.length > 0;
    // Recorded in the session first, so that another tab which finds the device also finds the session on it.
    const changed = await sessions.onDevice(userId, signIn.id ?? '', { device: hash, isNew, now: now() });
    const seen_at = new Date(now()).toISOString();
    const label = deviceLabel(sender.userAgent);
    if (own || known.length < DEVICES_MAX)
      await devices.put(userId, { hash, label, first_at: own?.first_at ?? seen_at, seen_at });
    if (changed) await recordEvent(deps, { kind: 'device_change', userId, requestId });
    return { status: 200, body: { changed }, cookies: [deviceCookie(secret)] };
  });
