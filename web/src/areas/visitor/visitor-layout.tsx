import { Link, Outlet, useLocation } from 'react-router';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { SignOutButton } from '../../core/auth/sign-out-button.tsx';
import { paths } from '../../core/paths.ts';
import { ThemeButton } from '../../core/theme/theme-button.tsx';
import { layoutTexts } from '../../features/landing/texts.ts';
import { Brand } from '../../ui/brand.tsx';
import { buttonClass } from '../../ui/button.tsx';
import styles from './visitor-layout.module.css';

const SignedOutActions = () => (
  <>
    <Link to={paths.auth} className={buttonClass({ variant: 'ghost' })}>
      {layoutTexts.signIn}
    </Link>
    <Link to={paths.signUp} className={buttonClass({})}>
      {layoutTexts.getStarted}
    </Link>
  </>
);

const SignedInActions = () => (
  <>
    <span className={styles['welcome']}>{layoutTexts.welcomeBack}</span>
    <SignOutButton />
    <Link to={paths.streaming} className={buttonClass({})}>
      {layoutTexts.dashboard}
    </Link>
  </>
);

const Footer = () => (
  <footer className={styles['footer']}>
    <div className={styles['footerInner']}>
      <div className={styles['footerBrand']}>
        <Brand />
        <p>{layoutTexts.tagline}</p>
      </div>
      <nav aria-label={layoutTexts.footerLabel}>
        <ul className={styles['footerLinks']}>
          <li>
            <Link to={paths.features}>{layoutTexts.features}</Link>
          </li>
          <li>
            <Link to={paths.pricing}>{layoutTexts.pricing}</Link>
          </li>
          <li>
            <Link to={paths.privacy}>{layoutTexts.privacy}</Link>
          </li>
          <li>
            <a href={paths.apiDocument}>{layoutTexts.apiAccess}</a>
          </li>
        </ul>
      </nav>
    </div>
  </footer>
);

/** The frame of the public screens: header, content, footer. */
export const VisitorLayout = () => {
  const { status } = useAuth();
  const { pathname } = useLocation();
  return (
    <>
      <header className={styles['header']}>
        <div className={styles['headerInner']}>
          <Link to={paths.home} className={styles['brand']} aria-label={layoutTexts.home}>
            <Brand compact />
          </Link>
          {pathname === paths.home && (
            <nav className={styles['anchors']} aria-label={layoutTexts.pageLabel}>
              <a href="#features">{layoutTexts.features}</a>
              <a href="#pricing">{layoutTexts.pricing}</a>
            </nav>
          )}
          <div className={styles['actions']}>
            <ThemeButton />
            {status === 'signed-in' && <SignedInActions />}
            {(status === 'signed-out' || status === 'unavailable') && <SignedOutActions />}
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles['main']}>
        <Outlet />
      </main>
      <Footer />
    </>
  );
};
