import type { PlaysDeps } from './deps.ts';

/** The most played titles of a day, with their current names. Deleted ones are left out. */
export const topTitles = async ({ statistics, titles }: PlaysDeps, day: string) => {
  const top = await statistics.top(day);
  const found = await titles.getMany(top.map(({ content_id: id }) => id));
  return top.flatMap(({ content_id, plays }) => {
    const content = found.get(content_id);
    return content && content.deleted_at === undefined ? [{ content_id, title: content.title, plays }] : [];
  });
};
