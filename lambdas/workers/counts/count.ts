import type { ContentRecords } from '../../data/content/content-records.ts';
import type { CountsRepository } from '../../data/admin/counts-repository.ts';
import type { ProfileRepository } from '../../data/people/profile-repository.ts';
import { countedContent, countedUser, type CountedThing } from '../../domain/counts/counted.ts';

/** Dependencies of the worker. */
export interface CountDeps {
  readonly content: Pick<ContentRecords, 'get'>;
  readonly profiles: Pick<ProfileRepository, 'get'>;
  readonly counts: Pick<CountsRepository, 'update'>;
}

/** Counts the current state of a content item or user. Repeated and late events have the same result. */
export const count = ({ content, profiles, counts }: CountDeps, thing: CountedThing): Promise<void> =>
  counts.update(thing, async () =>
    thing.thing === 'content'
      ? countedContent(await content.get(thing.id, { consistent: true }))
      : countedUser(await profiles.get(thing.id, { consistent: true })),
  );
