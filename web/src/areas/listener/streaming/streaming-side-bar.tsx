import { Film, Heart, ListPlus, Music } from 'lucide-react';
import { catalogTexts } from '../../../features/catalog/texts.ts';
import { useCatalogFilter } from '../../../features/catalog/use-catalog.ts';
import { RecentlyPlayed } from '../../../features/history/recently-played.tsx';
import { libraryTexts } from '../../../features/library/texts.ts';
import { classNames } from '../../../lib/class-names.ts';
import styles from './streaming-screen.module.css';
import { listenerTexts } from '../texts.ts';
import { useLibraryView } from '../playlist/use-library-view.ts';

const sideFilters = [
  { type: 'music', label: catalogTexts.music, Icon: Music },
  { type: 'video', label: catalogTexts.videos, Icon: Film },
] as const;

export interface StreamingSideBarProps {
  /** The user is not signed in: there is no history, and likes and playlists ask for an account. */
  readonly visitor: boolean;
  readonly onOpen: (contentId: string) => void;
  readonly onCreate: () => void;
  /** A visitor asks for likes or playlists. */
  readonly onSignIn: () => void;
}

/** The side bar: filters and recently played titles. */
export const StreamingSideBar = ({ visitor, onOpen, onCreate, onSignIn }: StreamingSideBarProps) => {
  const { type, setType } = useCatalogFilter();
  const { view, setView } = useLibraryView();
  const liked = view === 'liked';
  return (
    <aside className={styles['side']} aria-label={listenerTexts.library}>
      <div className={styles['filters']} role="group" aria-label={catalogTexts.filters}>
        {sideFilters.map(({ type: own, label, Icon }) => (
          <button
            key={own}
            type="button"
            className={classNames(styles['filter'], styles['alsoTab'])}
            aria-pressed={type === own}
            onClick={() => setType(type === own ? null : own)}
          >
            <Icon aria-hidden size={18} />
            {label}
          </button>
        ))}
        <button
          type="button"
          className={styles['filter']}
          aria-pressed={liked}
          onClick={() => (visitor ? onSignIn() : setView(liked ? null : 'liked'))}
        >
          <Heart aria-hidden size={18} />
          {libraryTexts.likedSongs}
        </button>
        <button
          type="button"
          className={styles['filter']}
          aria-haspopup="dialog"
          onClick={visitor ? onSignIn : onCreate}
        >
          <ListPlus aria-hidden size={18} />
          {libraryTexts.create}
        </button>
      </div>
      {!visitor && <RecentlyPlayed onOpen={onOpen} />}
    </aside>
  );
};
