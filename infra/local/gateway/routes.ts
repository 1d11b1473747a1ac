/** A parsed route key of an HTTP API. */
export interface RoutePattern {
  /** The route key of the template, e.g. `GET /api/content/{id}`. */
  readonly key: string;
  /** `ANY` matches every method. */
  readonly method: string;
  readonly segments: readonly string[];
}

/** A route that matches a request, with its decoded path parameters. */
export interface RouteMatch<T extends RoutePattern> {
  readonly route: T;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Parses a route key. @throws Error for a key that API Gateway would reject */
export const parseRouteKey = (key: string): RoutePattern => {
  if (key === '$default') return { key, method: 'ANY', segments: ['{proxy+}'] };
  const [, method, path] = /^([A-Z]+) (\/\S*)$/.exec(key) ?? [];
  if (!method || !path) throw new Error(`"${key}" is not a route key`);
  return { key, method, segments: path.split('/').slice(1) };
};

const isGreedy = (segment: string): boolean => /^\{[^}]+\+\}$/.test(segment);
const isParameter = (segment: string): boolean => /^\{[^}]+\}$/.test(segment);
const nameOf = (segment: string): string => segment.replace(/^\{|\+?\}$/g, '');

/** 0 for a fixed segment, 1 for a parameter, 2 for a greedy one. */
const looseness = (segment: string): number => (isGreedy(segment) ? 2 : isParameter(segment) ? 1 : 0);

const compare = (a: RoutePattern, b: RoutePattern): number => {
  if (a.key === '$default' || b.key === '$default') return Number(a.key === '$default') - Number(b.key === '$default');
  for (let index = 0; index < Math.max(a.segments.length, b.segments.length); index += 1) {
    const difference = looseness(a.segments[index] ?? '') - looseness(b.segments[index] ?? '');
    if (difference !== 0) return difference;
  }
  return Number(a.method === 'ANY') - Number(b.method === 'ANY');
};

/** Sorts routes by precedence: fixed segments before parameters before greedy parameters, a method before `ANY`. */
export const orderRoutes = <T extends RoutePattern>(routes: readonly T[]): readonly T[] => [...routes].sort(compare);

const matchSegments = (pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined => {
  const parameters: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const actual = segments[index];
    if (isGreedy(expected)) {
      const rest = segments.slice(index).join('/');
      if (rest === '') return undefined;
      parameters[nameOf(expected)] = decodeURIComponent(rest);
      return parameters;
    }
    if (actual === undefined) return undefined;
    if (isParameter(expected)) {
      if (actual === '') return undefined;
      parameters[nameOf(expected)] = decodeURIComponent(actual);
    } else if (actual !== expected) return undefined;
  }
  return pattern.length === segments.length ? parameters : undefined;
};

/**
 * Finds the route of a request among sorted routes. `path` is percent-encoded.
 * @throws URIError when a parameter is malformed
 */
export const matchRoute = <T extends RoutePattern>(
  ordered: readonly T[],
  method: string,
  path: string,
): RouteMatch<T> | undefined => {
  const segments = path.split('/').slice(1);
  for (const route of ordered) {
    if (route.method !== 'ANY' && route.method !== method) continue;
    const parameters = route.key === '$default' ? {} : matchSegments(route.segments, segments);
    if (parameters) return { route, parameters };
  }
  return undefined;
};
