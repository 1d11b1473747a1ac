import { endpoints } from '../../contract/index.ts';
import {
  deviceCookie,
  deviceHash,
  deviceLabel,
  DEVICES_MAX,
  deviceSecretIn,
  type KnownDevice,
} from '../../domain/sessions/device.ts';
import { route } from '../../http/route.ts';
import type { SessionsDeps } from './deps.ts';
import { recordEvent } from './record-event.ts';

/** The devices to forget, so that there is room for one more. More than one only after calls at the same time. */
const leastRecent = (known: readonly KnownDevice[]): readonly KnownDevice[] =>
  [...known]
    .sort((one, other) => one.seen_at.localeCompare(other.seen_at))
    .slice(0, Math.max(0, known.length + 1 - DEVICES_MAX));

/**
 * Recognizes the device by its cookie. A device that is new to an account with other devices is a change, which the
 * user's other devices ask them to confirm. The cookie is set in either case, so that it is kept for its whole period.
 */
export const recognizeDevice = (deps: SessionsDeps) =>
  route(endpoints['sessions.recognize-device'], async (call) => {
    const {
      actor: { userId, signIn },
      sender,
    } = call;
    const { sessions, devices, logger, now, newSecret } = deps;
    const secret = deviceSecretIn(sender.cookies) ?? newSecret();
    const hash = deviceHash(secret);
    const onBad = (count: number): void => logger.error('Corrupt items left out of a list', { list: 'devices', count });
    const known = await devices.list(userId, onBad);
    const own = known.find((device) => device.hash === hash);
    const isNew = own === undefined && known.length > 0;
    // Recorded in the session first, so that another tab which finds the device also finds the session on it.
    const changed = await sessions.onDevice(userId, signIn.id ?? '', { device: hash, isNew, now: now() });
    const at = now();
    const seen_at = new Date(at).toISOString();
    const label = deviceLabel(sender.userAgent);
    await devices.put(userId, { hash, label, first_at: own?.first_at ?? seen_at, seen_at });
    if (!own) for (const forgotten of leastRecent(known)) await devices.remove(userId, forgotten.hash);
    if (changed) await recordEvent(deps, call, { kind: 'device_change', at });
    return { status: 200, body: { changed }, cookies: [deviceCookie(secret)] };
  });
