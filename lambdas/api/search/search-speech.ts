import { endpoints } from '../../contract/index.ts';
import { SENTENCES_SHOWN } from '../../contract/listening/search-text.ts';
import { toCard } from '../../domain/content/views.ts';
import { isHit } from '../../domain/search/hits.ts';
import type { SearchQuery } from '../../domain/search/search-index.ts';
import { canHear, currentSentences } from '../../domain/search/speech/current-sentences.ts';
import { foundTitles, titlesAfter, type FoundTitle } from '../../domain/search/speech/found-titles.ts';
import { assertCanBrowse } from '../../http/access/assert-may-browse.ts';
import { route } from '../../http/route.ts';
import type { SearchDeps } from './deps.ts';
import { stillMatches } from './still-matches.ts';

const shownOf = ({ sentences }: FoundTitle) => sentences.slice(0, SENTENCES_SHOWN);

/**
 * Searches the sentences spoken in published content. The index determines what is found and in which order; the table
 * determines what can be shown: titles that the caller can play, with sentences as they are now. A page can be shorter
 * than requested.
 */
export const searchSpeech = ({ speechIndex, sentences, content, cursors, publicCatalog }: SearchDeps) =>
  route(
    endpoints['search.search-speech'],
    async ({ query: { q, content_type, category_id, cursor, limit }, actor }) => {
      assertCanBrowse(publicCatalog, actor);
      const publicOnly = actor === undefined;
      const query: SearchQuery = { text: q, contentType: content_type, categoryId: category_id, publicOnly };
      const scope = { list: 'search-speech', partition: JSON.stringify(query) };
      const after = await cursors.decode(scope, cursor);
      const titles = foundTitles((await speechIndex.current()).search(query));
      const rest = titlesAfter(titles, after && isHit(after) ? after : undefined);
      const page = rest.slice(0, limit);
      const [found, sentenceOf] = await Promise.all([
        content.getMany(page.map(({ contentId }) => contentId)),
        sentences.getMany(page.flatMap(shownOf)),
      ]);
      const items = page.flatMap((title) => {
        const item = found.get(title.contentId);
        if (!item || !stillMatches(item, query) || !canHear(item, actor)) return [];
        const current = currentSentences(item, shownOf(title).map(sentenceOf), q);
        if (current.length === 0) return [];
        const shown = current.map((sentence) => ({ ...sentence, matches: [...sentence.matches] }));
        return { content: toCard(item), sentences: shown, found: title.sentences.length };
      });
      const last = rest.length > page.length ? page.at(-1)?.best : undefined;
      return { status: 200, body: { items, next_cursor: await cursors.encode(scope, last && { ...last }) } };
    },
  );
