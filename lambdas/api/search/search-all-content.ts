import { endpoints } from '../../contract/index.ts';
import type { Role } from '../../contract/shared.ts';
import { assertMayList, withinReview } from '../../domain/content/moderation.ts';
import { toView } from '../../domain/content/views.ts';
import { compareHits, MAX_HITS, type SearchHit } from '../../domain/search/search-index.ts';
import { route } from '../../http/route.ts';
import type { SearchDeps } from './deps.ts';

const isHit = (value: object): value is SearchHit => 'id' in value && 'score' in value;

/** Batches that a page reads at most: a status that few hits have makes a page shorter, never a request longer. */
const MAX_BATCHES = 4;

/** Contents of one reading. */
const AT_ONCE = 100;

/** The hits that a person works on. Moderators are not told how much else is found either. */
const hitsFor = async (
  { content }: SearchDeps,
  role: Role,
  hits: readonly SearchHit[],
): Promise<readonly SearchHit[]> => {
  if (role === 'admin') return hits;
  const batches = Array.from({ length: Math.ceil(hits.length / AT_ONCE) }, (_, index) =>
    hits.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
  const found = await Promise.all(batches.map((batch) => content.getMany(batch.map(({ id }) => id))));
  const ids = new Set(
    withinReview(
      found.flatMap((contents) => [...contents.values()]),
      role,
    ).map(({ id }) => id),
  );
  return hits.filter(({ id }) => ids.has(id));
};

/** Content in every state by text: both indexes say what is found in which order, the table how it stands. */
export const searchAllContent = (deps: SearchDeps) =>
  route(endpoints['search.search-all-content'], async ({ actor, query: asked }) => {
    const { q: text, content_type: contentType, status, conversion_status: conversion, limit } = asked;
    assertMayList(actor.role, status);
    const { index, staffIndex, content, cursors } = deps;
    const scope = { list: 'search-all', partition: JSON.stringify([text, contentType, status, conversion]) };
    const after = await cursors.decode(scope, asked.cursor);
    const indexes = [
      ...(status === 'published' ? [] : [staffIndex]),
      ...(status === undefined || status === 'published' ? [index] : []),
    ];
    const found = (
      await Promise.all(indexes.map(async (one) => (await one.current()).search({ text, contentType })))
    ).flat();
    // What was just published stands in both for a moment.
    const hits = await hitsFor(
      deps,
      actor.role,
      [...new Map(found.map((hit) => [hit.id, hit])).values()].sort(compareHits).slice(0, MAX_HITS),
    );
    const first = after && isHit(after) ? hits.findIndex((hit) => compareHits(hit, after) > 0) : 0;
    const rest = first < 0 ? [] : hits.slice(first);
    const items = [];
    let read = 0;
    for (let batch = 0; batch < MAX_BATCHES && read < rest.length && items.length < limit; batch += 1) {
      const wanted = rest.slice(read, read + limit);
      const contents = await content.getMany(wanted.map(({ id }) => id));
      for (const { id } of wanted) {
        read += 1;
        const item = contents.get(id);
        const fits =
          item?.deleted_at === undefined &&
          (status === undefined || item?.status === status) &&
          (conversion === undefined || item?.conversion_status === conversion);
        if (item && fits) items.push(toView(item, true));
        if (items.length === limit) break;
      }
    }
    const last = read < rest.length ? rest[read - 1] : undefined;
    return {
      status: 200,
      body: { items, next_cursor: await cursors.encode(scope, last && { ...last }), total: hits.length },
    };
  });
