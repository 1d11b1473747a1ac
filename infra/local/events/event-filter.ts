import { compilePattern, type PatternMatch, PatternError } from './bus/pattern.ts';

/** The resolved `FilterCriteria` of an event source mapping; each pattern is JSON text. */
export interface FilterCriteria {
  readonly Filters?: readonly { readonly Pattern?: string }[];
}

/**
 * Compiles filters. An event passes when any filter matches, or when there is none. Throws PatternError for an invalid
 * filter.
 */
export const compileFilters = (criteria: FilterCriteria | undefined): PatternMatch => {
  const filters = (criteria?.Filters ?? []).map(({ Pattern = '{}' }) => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(Pattern);
    } catch {
      throw new PatternError(`A filter's pattern is not JSON: ${Pattern}`);
    }
    return compilePattern(parsed);
  });
  return filters.length === 0 ? () => true : (event) => filters.some((matches) => matches(event));
};
