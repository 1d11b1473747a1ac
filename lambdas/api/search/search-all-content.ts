import { endpoints } from '../../contract/index.ts';
import { assertCanList } from '../../domain/content/moderation.ts';
import { toView } from '../../domain/content/views.ts';
import { hitsAfter } from '../../domain/search/hits.ts';
import { route } from '../../http/route.ts';
import { staffRights } from '../staff-rights.ts';
import type { SearchDeps } from './deps.ts';
import { findStaffHits } from './find-staff-hits.ts';
import { readMatching } from './read-matching.ts';

/**
 * Searches content in every state. The indexes determine which items are found and their order. The table provides
 * their current state, because the indexes can be seconds behind.
 */
export const searchAllContent = (deps: SearchDeps) =>
  route(endpoints['search.search-all-content'], async ({ actor, query }) => {
    const { q: text, content_type: contentType, status, conversion_status: conversion, limit } = query;
    assertCanList(actor.role, status);
    const scope = { list: 'search-all', partition: JSON.stringify([text, contentType, status, conversion]) };
    const cursor = await deps.cursors.decode(scope, query.cursor);
    const hits = await findStaffHits(deps, actor.role, { text, contentType, status });
    const { items, last } = await readMatching(
      deps,
      hitsAfter(hits, cursor),
      limit,
      (item) =>
        item.deleted_at === undefined &&
        (status === undefined || item.status === status) &&
        (conversion === undefined || item.conversion_status === conversion),
    );
    const rights = await staffRights(actor.role, deps.readStorage);
    return {
      status: 200,
      body: {
        items: items.map((item) => toView(item, rights)),
        next_cursor: await deps.cursors.encode(scope, last && { ...last }),
        total: hits.length,
      },
    };
  });
