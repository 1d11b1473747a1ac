import type { Subject } from '../../data/delivery/play-statistics-entities.ts';
import type { RollupDeps } from './deps.ts';

/** Finds out which of these titles and segments still have numbers: all but titles that are deleted. */
export const keptSubjects = async (
  { existing }: Pick<RollupDeps, 'existing'>,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => boolean> => {
  const found = await existing(subjects.flatMap((subject) => ('content_id' in subject ? subject.content_id : [])));
  return (subject) => !('content_id' in subject) || found.has(subject.content_id);
};
