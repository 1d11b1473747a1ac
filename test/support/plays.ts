import { ulid } from 'ulid';
import type { EndpointRequest } from '../../lambdas/contract/endpoint.ts';
import type { endpoints } from '../../lambdas/contract/index.ts';
import { NOTHING_MEASURED, type Snapshot } from '../../lambdas/domain/delivery/plays/beat.ts';

/** The body of a beat. */
export type Beat = EndpointRequest<(typeof endpoints)['playback.record-quality']>['body'];

/** What a browser measures of a play that has just begun, unless something else is given. */
export const someMeasures = (given: Partial<Snapshot> = {}): Snapshot => ({
  ...NOTHING_MEASURED,
  startup_ms: 800,
  watched_s: 30,
  heights: { '480': 30 },
  passes: [[0, 9]],
  ...given,
});

/** A beat of such a play. */
export const someBeat = (given: Partial<Snapshot> = {}, seq = 1): Beat => {
  const { passes, ...measures } = someMeasures(given);
  return {
    seq,
    measures: { ...measures, passes: passes.map(([first, last]) => [first, last]) },
    device: 'desktop',
    engine: 'hls',
    country: null,
  };
};

/** A valid call for each endpoint of plays. `denied`: responses to callers who are no administrators, or no staff. */
export const playRows = <A, S>(
  { contentId, creatorId }: { readonly contentId: string; readonly creatorId: string },
  denied: { readonly adminsOnly: A; readonly staffOnly: S },
) => {
  const noCreator = { status: 404, code: 'creator_not_found' } as const;
  const ofCreator = [
    {
      input: { params: { id: creatorId }, query: { days: '7' } },
      success: 200,
      otherwise: { user: noCreator, moderator: noCreator },
      ownerAllowed: true,
    },
  ] as const;
  const ofTitle = [
    {
      input: { params: { id: contentId }, query: { days: '7' } },
      success: 200,
      otherwise: denied.adminsOnly,
      ownerAllowed: true,
    },
  ] as const;
  const ofSite = [{ input: { query: { days: '7' } }, success: 200 }] as const;
  return {
    // No one has such a play; views of staff never count.
    'playback.count-view': [
      {
        input: { params: { id: contentId }, body: { play_id: `ply_${ulid()}` } },
        success: 200,
        otherwise: denied.staffOnly,
      },
    ],
    // No one has such a play. The response is the same.
    'playback.record-quality': [{ input: { params: { id: `ply_${ulid()}` }, body: someBeat() }, success: 204 }],
    'plays.get-title': ofTitle,
    'plays.export-title': ofTitle,
    'plays.list-own-creators': [{ input: {}, success: 200 }],
    'plays.get-creator': ofCreator,
    'plays.export-creator': ofCreator,
    'plays.get-totals': ofSite,
    'plays.export-totals': ofSite,
    'plays.get-quality': ofSite,
    'plays.get-streams': [{ input: {}, success: 200 }],
  } as const;
};
