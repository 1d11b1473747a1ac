import { AppError } from '../../domain/app-error.ts';
import type { Route } from '../route.ts';
import type { Step } from '../state.ts';

/** Finds the use case by the gateway's route key (`GET /api/content/{id}`). Throws `not_found` for an unknown one. */
export const matchRoute = (routes: readonly Route[]): Step => {
  const byKey = new Map(routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]));
  return {
    before({ event, internal }) {
      const route = byKey.get(event.routeKey);
      if (!route) throw new AppError('not_found');
      internal.route = route;
    },
  };
};
