import { retentionDays } from '../../contract/retention.ts';
import { withCreators } from '../../domain/delivery/logs/creator-sums.ts';
import { isForgotten, openMonth, parseLogKey } from '../../domain/delivery/logs/log-file.ts';
import { UnreadableLog } from '../../domain/delivery/logs/log-line.ts';
import { subjectsByMonth } from '../../domain/delivery/logs/subjects-by-month.ts';
import { titlesOf } from '../../domain/delivery/logs/subjects.ts';
import { chunksOf, sumLog } from '../../domain/delivery/logs/sum-log.ts';
import type { LogDeps } from './deps.ts';
import { setMonthsOf, setSiteMonth } from './set-months.ts';

/**
 * Adds the sums of a log file, each chunk once, no matter how often and by how many workers at once the file is
 * processed. The sums of the creators that its titles have now are part of the chunk that is added, so that a title
 * counts once when it moves to another creator between two tries. Throws UnreadableLog for a file that is not a whole
 * log of this stage's distribution, and for one that may have been added so long ago that nothing says it any more;
 * nothing of it is added then.
 */
export const addFile = async (deps: LogDeps, key: string): Promise<void> => {
  const { delivery } = deps;
  const file = parseLogKey(key);
  if (!file) throw new UnreadableLog('its name is not one that CloudFront gives');
  if (file.distribution !== (await deps.readDistribution()))
    throw new UnreadableLog('it belongs to another distribution');
  if (isForgotten(file.hour, deps.now()))
    throw new UnreadableLog(`what was added is remembered for ${retentionDays('counted_logs')} days only`);
  const { lines, dropped, totals } = await sumLog(file.hour, deps.files.read(key));
  const counted = {
    file: key,
    distribution: file.distribution,
    hour: new Date(file.hour).toISOString(),
    lines,
    dropped,
    counted_at: new Date(deps.now()).toISOString(),
  };
  const creators = await deps.creatorsOf(titlesOf(totals.map(({ target }) => target)));
  const chunks = chunksOf(totals).map((chunk) => withCreators(chunk, creators));
  const months = subjectsByMonth(chunks.flat());
  // First, so that no title or creator with days is missing where its months are looked for.
  for (const [month, subjects] of months) await delivery.recordSubjects(month, subjects);
  let added = 0;
  for (const [index, chunk] of chunks.entries())
    if (await delivery.add(counted, index, chunks.length, chunk)) added += 1;
  // The daily run may have been there already.
  for (const [month, subjects] of months) {
    if (month >= openMonth(deps.now())) continue;
    await setSiteMonth(deps, month);
    await setMonthsOf(deps, month, subjects);
  }
  deps.logger.info('A log of the delivery was summed', { key, lines, dropped, chunks: chunks.length, added });
};
