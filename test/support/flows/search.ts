import { waitFor } from '../stack/local-stack.ts';
import { someTranscript } from '../transcripts.ts';
import { contentKeyOf, type FlowTools } from './flow-tools.ts';

/** Finds published titles, page by page. */
export const searchTitles = async ({ api, listener }: FlowTools): Promise<void> => {
  const { next_cursor: cursor } = await waitFor(
    'both titles in the search index',
    async () => {
      const page = await api.call('search.search-content', { query: { q: 'thing', limit: 1 } }, listener);
      return page.next_cursor === null || page.items.length === 0 ? undefined : page;
    },
    60_000,
  );
  const query = { q: 'thing', limit: 1, cursor: String(cursor) };
  const { items } = await api.call('search.search-content', { query }, listener);
  if (items.length !== 1) throw new Error('The second page is empty');
};

/** Finds a sentence that is said in a published title. */
export const searchSpeech = async ({ api, open, listener }: FlowTools, contentId: string): Promise<void> => {
  const { source_version_id: versionId } = (await open.read(contentKeyOf(contentId))) ?? {};
  for (const item of someTranscript(contentId, String(versionId), ['A quiet xylophone'])) await open.put(item);
  const { items } = await waitFor(
    'the sentence in the search index',
    async () => {
      const page = await api.call('search.search-speech', { query: { q: 'xylophone' } }, listener);
      return page.items.length > 0 ? page : undefined;
    },
    60_000,
  );
  if (items[0]?.content.id !== contentId) throw new Error('The sentence was found in another title');
};
