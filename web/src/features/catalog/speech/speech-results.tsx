import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { SENTENCES_COUNTED } from '../../../../../lambdas/contract/listening/search-text.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { formatDuration } from '../../../lib/format.ts';
import { PageAnnouncer } from '../../../ui/feedback/announcer.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Artwork } from '../../../ui/identity/artwork.tsx';
import { NextPage } from '../../../ui/layout/lists/next-page.tsx';
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx';
import { categoriesQuery } from '../api.ts';
import type { ListedContent } from '../content-card.tsx';
import { creatorOf } from '../rules.ts';
import { useCatalogFilter } from '../use-catalog.ts';
import { speechQuery, type SpokenTitle } from './api.ts';
import styles from './speech-results.module.css';
import { speechTexts } from './texts.ts';

const MS = 1000;

export interface SpeechResultsProps {
  /** The search text. */
  readonly q: string;
  /** Plays a title from a position in seconds. */
  readonly onPlay: (content: ListedContent, seconds: number) => void;
}

type SpokenSentence = SpokenTitle['sentences'][number];

/** A sentence with its matches marked. Transcripts are untrusted: they are shown as text only. */
const Marked = ({ text, matches }: Pick<SpokenSentence, 'text' | 'matches'>) => (
  <>
    {matches.map(([from, to], index) => (
      <span key={from}>
        {text.slice(matches[index - 1]?.[1] ?? 0, from)}
        <mark>{text.slice(from, to)}</mark>
      </span>
    ))}
    {text.slice(matches.at(-1)?.[1] ?? 0)}
  </>
);

const Title = ({ title, onPlay }: { readonly title: SpokenTitle } & Pick<SpeechResultsProps, 'onPlay'>) => {
  const { content, sentences, found } = title;
  const more = found - sentences.length;
  return (
    <article className={styles['item']}>
      <span className={styles['artwork']}>
        <Artwork title={content.title} src={content.thumbnail_url} />
      </span>
      <div className={styles['details']}>
        <h4 className={styles['title']}>{content.title}</h4>
        <p className={styles['by']}>{creatorOf(content)}</p>
        <ul className={styles['sentences']}>
          {sentences.map((sentence) => (
            <li key={sentence.start_ms}>
              <button
                type="button"
                className={styles['sentence']}
                onClick={() => onPlay(content, sentence.start_ms / MS)}
              >
                <VisuallyHidden>{speechTexts.playFrom(content.title)} </VisuallyHidden>
                <span className={styles['time']}>{formatDuration(Math.floor(sentence.start_ms / MS))}</span>{' '}
                <span className={styles['text']}>
                  <Marked {...sentence} />
                </span>
              </button>
            </li>
          ))}
        </ul>
        {more > 0 && <p className={styles['more']}>{speechTexts.moreIn(more, found >= SENTENCES_COUNTED)}</p>}
      </div>
    </article>
  );
};

/** Searches with the filters in the URL. The slug of a deleted category matches nothing. */
const useSpeech = (q: string) => {
  const api = useApi();
  const { category, type } = useCatalogFilter();
  const categories = useQuery({ ...categoriesQuery(api), enabled: category !== null });
  const known = category === null ? null : categories.data?.find(({ slug }) => slug === category);
  const isUnknown = known === undefined && categories.data !== undefined;
  const list = useInfiniteQuery({
    ...speechQuery(api, { q, categoryId: known?.id ?? null, type }),
    enabled: known !== undefined,
  });
  const titles = isUnknown ? [] : list.data?.pages.flatMap(({ items }) => items);
  return {
    ...list,
    titles,
    hasNextPage: !isUnknown && list.hasNextPage,
    failure: titles === undefined ? (categories.error ?? list.error) : null,
    retry: () => void (categories.isError ? categories.refetch() : list.refetch()),
  };
};

/** What is said in titles, as a section of the search results: sentences that play their title from their second. */
export const SpeechResults = ({ q, onPlay }: SpeechResultsProps) => {
  const headingId = useId();
  const speech = useSpeech(q);
  const { titles, failure, retry, hasNextPage, isPlaceholderData } = speech;
  const list = () => {
    if (failure) return <ErrorState message={failure.message} onRetry={retry} />;
    if (titles === undefined) return <LoadingState label={speechTexts.searching} />;
    if (titles.length === 0 && !hasNextPage) return <p className={styles['none']}>{speechTexts.none}</p>;
    return (
      <ul className={styles['list']} aria-labelledby={headingId}>
        {titles.map((title) => (
          <li key={title.content.id}>
            <Title title={title} onPlay={onPlay} />
          </li>
        ))}
      </ul>
    );
  };
  return (
    <section className={styles['speech']} aria-labelledby={headingId}>
      <PageAnnouncer message={titles && !isPlaceholderData ? speechTexts.found(titles.length, hasNextPage) : ''} />
      <h3 id={headingId} className={styles['heading']}>
        {speechTexts.heading}
      </h3>
      {list()}
      <NextPage list={speech} label={speechTexts.loadMore} failed={speechTexts.moreFailed} />
    </section>
  );
};
