import { FlaskConical, Film, Music, Play } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { ContentCard, ContentType } from '../../../../lambdas/contract/content-shapes.ts';
import { ContentGrid } from '../../features/catalog/content-grid.tsx';
import { catalogTexts } from '../../features/catalog/texts.ts';
import { useCatalog, useCatalogFilter } from '../../features/catalog/use-catalog.ts';
import { RecentlyPlayed } from '../../features/history/recently-played.tsx';
import { usePlayerState } from '../../features/player/use-player.ts';
import { Announcer } from '../../ui/announcer.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './streaming-screen.module.css';
import { listenerTexts } from './texts.ts';
import { usePlayer } from './use-listener-player.ts';
import { useOpenContent } from './use-open-content.ts';

const NONE: readonly ContentCard[] = [];
const ALL = 'discover';

const sideFilters = [
  { type: 'music', label: catalogTexts.music, Icon: Music },
  { type: 'video', label: catalogTexts.videos, Icon: Film },
] as const;

const SideBar = ({ onOpen }: { readonly onOpen: (contentId: string) => void }) => {
  const { type, setType } = useCatalogFilter();
  return (
    <aside className={styles['side']} aria-label={listenerTexts.library}>
      <div className={styles['filters']} role="group" aria-label={catalogTexts.filters}>
        {sideFilters.map(({ type: own, label, Icon }) => (
          <button key={own} type="button" className={styles['filter']} aria-pressed={type === own} onClick={() => setType(type === own ? null : own)}>
            <Icon aria-hidden size={18} />
            {label}
          </button>
        ))}
      </div>
      <RecentlyPlayed onOpen={onOpen} />
    </aside>
  );
};

const TestModeNotice = () => (
  <div className={styles['testMode']} role="status">
    <FlaskConical aria-hidden size={20} />
    <strong>{listenerTexts.testTitle}</strong>
    <Badge tone="warning">{listenerTexts.testBadge}</Badge>
    <p>{listenerTexts.testText}</p>
  </div>
);

const Banner = ({ onStart }: { readonly onStart: () => void }) => (
  <section className={styles['banner']}>
    <div className={styles['bannerArt']} aria-hidden />
    <h1 tabIndex={-1}>{listenerTexts.bannerTitle}</h1>
    <p>{listenerTexts.bannerText}</p>
    <Button size="large" onClick={onStart}>
      <Play aria-hidden size={18} fill="currentColor" />
      {listenerTexts.bannerButton}
    </Button>
  </section>
);

/** Plays what the address names, once, when the list is there or cannot be had; the rest of the address stays. */
const useDeepLink = (ready: boolean, open: (contentId: string) => void) => {
  const [params, setParams] = useSearchParams();
  const contentId = params.get('content');
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (!ready || !contentId || opened.current === contentId) return;
    opened.current = contentId;
    open(contentId);
    // Coming back to this screen must not start it again.
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('content');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [ready, contentId, open, setParams]);
};

/** Browsing and playing. */
export const StreamingScreen = () => {
  const [params] = useSearchParams();
  const tracked = params.get('mode') !== 'admin-test';
  const { category, type, q, setType } = useCatalogFilter();
  const catalog = useCatalog();
  const player = usePlayer();
  const { item } = usePlayerState(player);
  const items = catalog.items ?? NONE;
  const open = useOpenContent(items, tracked);
  const results = useRef<HTMLHeadingElement>(null);

  useDeepLink(catalog.items !== undefined || catalog.error !== null, open);
  useEffect(() => player.extendList(items), [player, items]);

  const play = useCallback((content: ContentCard) => player.play(content, { list: items, tracked }), [player, items, tracked]);
  const toGrid = () => {
    results.current?.scrollIntoView({ block: 'start' });
    results.current?.focus({ preventScroll: true });
  };
  const grid = <ContentGrid catalog={catalog} currentId={item?.id ?? null} onPlay={play} />;

  return (
    <div className={styles['screen']}>
      <title>{`${listenerTexts.streaming} · Soundstage`}</title>
      <SideBar onOpen={open} />
      <div className={styles['stage']}>
        {!tracked && <TestModeNotice />}
        <Banner onStart={toGrid} />
        <section className={styles['results']} aria-labelledby="results-heading">
          <Announcer message={q !== null && catalog.found !== undefined ? catalogTexts.found(catalog.found, q) : ''} />
          <h2 id="results-heading" ref={results} tabIndex={-1}>
            {category !== null || type !== null || q !== null ? catalogTexts.results : catalogTexts.featured}
          </h2>
          <Tabs
            label={catalogTexts.tabs}
            value={type ?? ALL}
            onValueChange={(value) => setType(value === ALL ? null : (value as ContentType))}
            tabs={[
              { value: ALL, label: catalogTexts.discover, content: grid },
              { value: 'music', label: catalogTexts.music, content: grid },
              { value: 'video', label: catalogTexts.videos, content: grid },
            ]}
          />
        </section>
      </div>
    </div>
  );
};
