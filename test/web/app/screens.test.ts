/** @jest-environment jest-fixed-jsdom */
import type { RouteObject } from 'react-router';
import { createRoutes } from '../../../web/src/app/routes.tsx';
import { overlaysOfSources } from '../../support/screens/overlays.ts';
import { visits } from '../../support/screens/visits.ts';

/** The patterns of all routes that render a screen. */
const patternsOf = (routes: readonly RouteObject[], above = ''): readonly string[] =>
  routes.flatMap(({ path, index, children = [] }) => {
    const own = path === undefined ? above : path.startsWith('/') ? path : `${above}/${path}`.replace(/^\/\*$/, '*');
    return [
      ...(index === true || (path !== undefined && children.length === 0) ? [own] : []),
      ...patternsOf(children, own),
    ];
  });

describe('screen visits', () => {
  it('cover every route of the route table', () => {
    const visited = new Set(visits.map(({ route }) => route));
    const patterns = patternsOf(createRoutes());
    expect(patterns.length).toBeGreaterThan(8);
    expect(patterns.filter((pattern) => !visited.has(pattern))).toEqual([]);
    expect([...visited].filter((route) => !patterns.includes(route))).toEqual([]);
  });

  it('open every dialog, sheet and menu in the sources', () => {
    const opened = new Set(visits.flatMap(({ overlay }) => overlay ?? []));
    const overlays = overlaysOfSources();
    expect(overlays.length).toBeGreaterThan(8);
    expect(overlays.filter((overlay) => !opened.has(overlay))).toEqual([]);
    expect([...opened].filter((overlay) => !overlays.includes(overlay))).toEqual([]);
  });

  it('have unique names', () => {
    expect(new Set(visits.map(({ name }) => name)).size).toBe(visits.length);
  });
});
