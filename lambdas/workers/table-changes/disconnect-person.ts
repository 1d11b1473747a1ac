import type { PersonConnection } from '../../data/live/live-connection-repository.ts';
import { SETTLING_MS } from '../../domain/live/connection.ts';
import { closingOf, type Closing } from '../../domain/live/topics.ts';
import type { ChangesDeps } from './deps.ts';

/** Milliseconds between two attempts to close a connection whose handshake has not ended. */
const RETRY_DELAY_MS = 150;

/**
 * Closes a connection and removes it. The gateway reports a connection as `gone` while its handshake has not ended, and
 * opens it a moment later. So this retries until the connection is closed, removed, or too old to be in its handshake.
 */
const close = async (
  { connections, channels, now, sleep }: ChangesDeps,
  { connection_id: id, connected_at: connectedAt }: PersonConnection,
  closing: Closing,
): Promise<void> => {
  // The screen says why. Without the message, its next call says so.
  if (closing !== 'rights') await channels.post(id, { type: 'session-ended', reason: closing }).catch(() => 'gone');
  while ((await channels.close(id)) === 'gone' && now() < connectedAt + SETTLING_MS) {
    await sleep(RETRY_DELAY_MS);
    if (!(await connections.get(id, now()))) return;
  }
  await connections.forget(id);
};

/**
 * Closes a user's channels that were opened with other rights than the current ones. Throws when one could not be
 * closed, after trying all.
 */
export const disconnectPerson = async (deps: ChangesDeps, userId: string): Promise<void> => {
  const onBad = (count: number): void =>
    deps.logger.error('Corrupt items left out of the channels of a user', { count });
  const [channels, rights] = await Promise.all([
    deps.connections.ofPerson(userId, deps.now(), onBad),
    deps.readAccess(userId),
  ]);
  const lost = channels.flatMap((connection) => {
    const closing = closingOf(connection, rights, deps.now());
    return closing === undefined ? [] : [{ connection, closing }];
  });
  const results = await Promise.allSettled(lost.map(({ connection, closing }) => close(deps, connection, closing)));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
  if (lost.length > 0) deps.logger.info('Channels closed', { count: lost.length });
};
