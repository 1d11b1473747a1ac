import type { Api } from '../api.ts';
import { editedTranscript } from '../rows/transcript-rows.ts';
import { SPOKEN } from '../screens/world.ts';
import { waitFor } from '../stack/local-stack.ts';
import type { Operator } from '../stack/operator.ts';
import { carriers } from './carriers.ts';

/** Sentences of a title that the search for "light" shows, besides the one that its visit waits for. */
const FOUND = 2;

/** Replaces what is said in a title by these texts, and waits until the search in speech shows some of them. */
export const storeSpokenPayloads = async (
  { api, operator, token }: { readonly api: Api; readonly operator: Operator; readonly token: string },
  contentId: string,
  texts: readonly string[],
): Promise<void> => {
  const stored = (await operator.items()).find((item) => item['id'] === contentId && 'source_version_id' in item);
  const hostile = texts.map((text, index) => (index < FOUND ? `light ${text}` : text));
  await operator.put(
    ...editedTranscript(contentId, [...SPOKEN.slice(0, 1), ...hostile], stored?.['source_version_id']),
  );
  await waitFor(
    'the hostile sentences in the search index',
    async () => {
      const { items } = await api.call('search.search-speech', { query: { q: 'light' } }, token);
      const shown = items.flatMap(({ sentences }) => sentences.map(({ text }) => text));
      return shown.filter((text) => text.includes(carriers.transcriptText)).length === FOUND ? true : undefined;
    },
    30_000,
  );
};
