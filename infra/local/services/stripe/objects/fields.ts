/** Fields that are null because nothing here sets them, from their names. */
export const nulls = (names: string): Record<string, null> =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, null]),
  );

/** A list inside an object. */
export const listOf = <T>(data: T[], url: string) => ({ object: 'list' as const, data, has_more: false, url });
