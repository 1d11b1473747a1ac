import type { ContentRecords } from '../../data/content/content-records.ts';
import type { CountsRepository } from '../../data/admin/counts-repository.ts';
import type { ProfileRepository } from '../../data/people/profile-repository.ts';
import { countedContent, countedUser, type CountedThing } from '../../domain/counts/counted.ts';

/** What the worker needs. */
export interface CountDeps {
  readonly content: Pick<ContentRecords, 'get'>;
  readonly profiles: Pick<ProfileRepository, 'get'>;
  readonly counts: Pick<CountsRepository, 'bring'>;
}

/** Counts a thing as it stands now, whatever was told of it before. */
export const count = ({ content, profiles, counts }: CountDeps, told: CountedThing): Promise<void> =>
  counts.bring(told, async () =>
    told.thing === 'content'
      ? countedContent(await content.get(told.id, { consistent: true }))
      : countedUser(await profiles.get(told.id, { consistent: true })),
  );
