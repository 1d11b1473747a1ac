import type { LiveTopic } from '../../contract/live/live-messages.ts';
import { countedChange } from '../../domain/counts/counted.ts';
import { followUpOf } from '../../domain/library/follow-up.ts';
import { claimSending } from '../../domain/live/slots.ts';
import { personToDisconnect, topicsOf } from '../../domain/live/topics.ts';
import type { TableChange } from '../../platform/stream.ts';
import type { ChangesDeps } from './deps.ts';
import { disconnectPerson } from './disconnect-person.ts';

/**
 * Asks for one sending of a topic, when somebody hears it and none is due. `claim` is the same when the change is told
 * again.
 */
const askFor = async ({ topics, queue, now }: ChangesDeps, topic: LiveTopic, claim: string): Promise<void> => {
  if (!(await topics.hasSubscribers(topic))) return;
  const asked = now();
  const { dueAt } = await topics.changeState(topic, asked, (state) => ({ ...claimSending(state, claim, asked) }));
  if (dueAt !== undefined) await queue.put({ topic, claim, due_at: dueAt }, dueAt - asked);
};

/** What changes ask for, each once, with the change that asks for it first. */
const onceOf = <T extends { readonly id: string }>(
  changes: readonly TableChange[],
  of: (before: TableChange['before'], after: TableChange['after']) => T | undefined,
): readonly (readonly [T, TableChange])[] => {
  const firsts = new Map<string, readonly [T, TableChange]>();
  for (const change of changes) {
    const wanted = of(change.before, change.after);
    if (wanted && !firsts.has(wanted.id)) firsts.set(wanted.id, [wanted, change]);
  }
  return [...firsts.values()];
};

/**
 * Closes the channels of people whose rights changed, then lets topics be told, likes and playlists follow and counters
 * be brought up to date, each once however many changes name it. It hands the latter two on because a stream bears two
 * readers, which it and the search index are. Answers what failed.
 */
export const publishChanges = async (
  deps: ChangesDeps,
  changes: readonly TableChange[],
): Promise<ReadonlySet<TableChange>> => {
  const failed = new Set<TableChange>();
  const attempt = async (change: TableChange, what: string, work: Promise<void>): Promise<void> => {
    await work.catch((error: unknown) => {
      failed.add(change);
      deps.logger.error(what, { changeId: change.id }, error);
    });
  };
  for (const change of changes) {
    const userId = personToDisconnect(change.before, change.after);
    if (userId !== undefined) await attempt(change, 'Channels were not closed', disconnectPerson(deps, userId));
  }
  const firsts = new Map<LiveTopic, TableChange>();
  for (const change of changes) {
    for (const topic of topicsOf(change.before, change.after)) if (!firsts.has(topic)) firsts.set(topic, change);
  }
  await Promise.all([
    ...[...firsts].map(([topic, change]) => attempt(change, 'A topic was not told', askFor(deps, topic, change.id))),
    ...onceOf(changes, followUpOf).map(([followUp, change]) =>
      attempt(change, 'A change was not handed on', deps.publishFollowUp(followUp)),
    ),
    ...onceOf(changes, countedChange).map(([thing, change]) =>
      attempt(change, 'A change was not handed on to be counted', deps.recount(thing)),
    ),
  ]);
  return failed;
};
