import { CreatorLinks } from '../../../features/delivery/statistics/creator-links.tsx';
import { OwnTitles } from '../../../features/safety/own-titles.tsx';
import { PageTitle } from '../../../ui/layout/page/page-title.tsx';
import { titlesTexts } from './texts.ts';
import styles from './titles-screen.module.css';

/** The titles that belong to the user, with verdicts and appeals. */
export const TitlesScreen = () => (
  <div className={styles['screen']}>
    <PageTitle title={titlesTexts.title} />
    <div>
      <h1 tabIndex={-1}>{titlesTexts.title}</h1>
      <p className={styles['lead']}>{titlesTexts.lead}</p>
    </div>
    <CreatorLinks />
    <OwnTitles />
  </div>
);
