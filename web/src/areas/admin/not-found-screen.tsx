import { Link } from 'react-router';
import { paths } from '../../core/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import styles from './content-screen.module.css';
import { adminTexts } from './texts.ts';

/** No screen of the administration has this address. */
export const AdminNotFoundScreen = () => (
  <div className={styles['screen']}>
    <title>{`${adminTexts.notFoundTitle} · Soundstage`}</title>
    <h1 tabIndex={-1}>{adminTexts.notFoundTitle}</h1>
    <EmptyState message={adminTexts.notFoundText}>
      <Link to={paths.admin} className={buttonClass({})}>
        {adminTexts.toDashboard}
      </Link>
    </EmptyState>
  </div>
);
