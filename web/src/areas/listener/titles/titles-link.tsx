import { Link } from 'react-router';
import { paths } from '../../../core/paths.ts';
import { titlesTexts } from './texts.ts';
import styles from './titles-link.module.css';

/** The way to the titles that belong to the user, in the profile. */
export const TitlesLink = () => (
  <p className={styles['section']}>
    <Link to={paths.ownTitles}>{titlesTexts.link}</Link>
  </p>
);
