import { Link } from 'react-router';
import type { ModeratedPlaylist } from '../../../../lambdas/contract/admin/moderation.ts';
import { paths } from '../../core/paths.ts';
import styles from './moderation.module.css';
import { moderationTexts as texts } from './texts.ts';

/** What a playlist is and whose. The title is a link, unless only the owner can open the playlist. */
export const PlaylistFacts = ({ playlist }: { readonly playlist: ModeratedPlaylist }) => {
  const { id, title, description, visibility, owner, entry_count: count } = playlist;
  return (
    <>
      <h3 className={styles['title']}>
        {visibility === 'private' ? title : <Link to={paths.playlistOf(id)}>{title}</Link>}
      </h3>
      <p className={styles['facts']}>
        {[texts.byOwner(owner.name || texts.unknownOwner), texts.visibilities[visibility], texts.titles(count)].join(
          ' · ',
        )}
      </p>
      {description !== '' && <p className={styles['description']}>{description}</p>}
    </>
  );
};
