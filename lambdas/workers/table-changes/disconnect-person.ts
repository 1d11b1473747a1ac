import type { PersonConnection } from '../../data/live/live-connection-repository.ts';
import { SETTLING_MS } from '../../domain/live/connection.ts';
import { mayStayConnected } from '../../domain/live/topics.ts';
import type { ChangesDeps } from './deps.ts';

/** Milliseconds between two looks at a connection whose handshake has not ended. */
const LOOK_AGAIN_MS = 150;

/**
 * Closes a connection and removes everything of it. One whose handshake has not ended yet is "gone" to the gateway and
 * would stand open a moment later, so that it is tried until it is closed, or left, or too old for that.
 */
const close = async (
  { connections, channels, now, sleep }: ChangesDeps,
  { connection_id: id, connected_at: connectedAt }: PersonConnection,
): Promise<void> => {
  while ((await channels.close(id)) === 'gone' && now() < connectedAt + SETTLING_MS) {
    await sleep(LOOK_AGAIN_MS);
    if (!(await connections.get(id, now()))) return;
  }
  await connections.forget(id);
};

/**
 * Closes those of a person's channels that were opened with other rights than the person has now. All are tried; throws
 * when one could not be closed.
 */
export const disconnectPerson = async (deps: ChangesDeps, userId: string): Promise<void> => {
  const onBad = (count: number): void =>
    deps.logger.error('Corrupt items left out of the channels of a person', { count });
  const [channels, rights] = await Promise.all([
    deps.connections.ofPerson(userId, deps.now(), onBad),
    deps.rights.read(userId, { consistent: true }),
  ]);
  const lost = channels.filter(({ role }) => !mayStayConnected(role, rights));
  const results = await Promise.allSettled(lost.map((connection) => close(deps, connection)));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
  if (lost.length > 0) deps.logger.info('Channels closed', { count: lost.length });
};
