import { hitsAfter, mergeHits } from '../../../lambdas/domain/search/hits.ts';
import { MAX_HITS } from '../../../lambdas/domain/search/search-index.ts';

const a = { id: 'cnt_a', score: 3 };
const b = { id: 'cnt_b', score: 3 };
const c = { id: 'cnt_c', score: 1 };

describe('hits of several indexes', () => {
  it('are merged into one sorted list without duplicates', () => {
    expect(mergeHits([[a, c], [b, c], []])).toEqual([b, a, c]);
  });

  it('are limited to the maximum number of hits', () => {
    const many = Array.from({ length: MAX_HITS }, (_, index) => ({ id: `cnt_${index}`, score: 1 }));
    const merged = mergeHits([many, [a, b]]);
    expect(merged).toHaveLength(MAX_HITS);
    expect(merged.slice(0, 2)).toEqual([b, a]);
  });
});

describe('the next page', () => {
  it('starts after the last hit of the previous page, also when that hit was removed', () => {
    expect(hitsAfter([b, a, c], b)).toEqual([a, c]);
    expect(hitsAfter([b, c], a)).toEqual([c]);
    expect(hitsAfter([b, a, c], c)).toEqual([]);
  });

  it('starts at the first hit without a cursor, or with a cursor that names no hit', () => {
    expect(hitsAfter([b, a], undefined)).toEqual([b, a]);
    expect(hitsAfter([b, a], {})).toEqual([b, a]);
  });
});
