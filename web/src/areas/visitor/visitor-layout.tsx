import { Link, Outlet, useLocation } from 'react-router';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { SignOutButton } from '../../core/auth/sign-out-button.tsx';
import { paths } from '../../core/paths.ts';
import { ThemeButton } from '../../core/theme/theme-button.tsx';
import { layoutTexts } from '../../features/landing/texts.ts';
import { Brand } from '../../ui/identity/brand.tsx';
import { buttonClass } from '../../ui/actions/button.tsx';
import { usePlatform } from '../../ui/identity/use-platform.ts';
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

interface FooterLink {
  readonly to: string;
  readonly text: string;
}

/** The footer's links. Pages that require an account send visitors to the sign-in screen first. */
const footerGroups: readonly (readonly [title: string, links: readonly FooterLink[]])[] = [
  [
    layoutTexts.groups.product,
    [
      { to: paths.features, text: layoutTexts.features },
      { to: paths.pricing, text: layoutTexts.pricing },
      { to: paths.apiAccess, text: layoutTexts.apiAccess },
    ],
  ],
  [
    layoutTexts.groups.audiences,
    [
      { to: paths.business, text: layoutTexts.business },
      { to: paths.creator, text: layoutTexts.creators },
    ],
  ],
  [
    layoutTexts.groups.help,
    [
      { to: paths.about, text: layoutTexts.about },
      { to: paths.support, text: layoutTexts.support },
      { to: paths.terms, text: layoutTexts.terms },
      { to: paths.privacy, text: layoutTexts.privacy },
    ],
  ],
];

const Footer = () => {
  const { description } = usePlatform();
  return (
    <footer className={styles['footer']}>
      <div className={styles['footerInner']}>
        <div className={styles['footerBrand']}>
          <Brand />
          <p>{description}</p>
        </div>
        <nav className={styles['footerGroups']} aria-label={layoutTexts.footerLabel}>
          {footerGroups.map(([title, links]) => (
            <div key={title}>
              <h2 className={styles['footerTitle']}>{title}</h2>
              <ul className={styles['footerLinks']}>
                {links.map(({ to, text }) => (
                  <li key={to}>
                    <Link to={to}>{text}</Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  );
};

/** The layout of the public screens: header, content, footer. */
export const VisitorLayout = () => {
  const { status } = useAuth();
  const { pathname } = useLocation();
  const { name } = usePlatform();
  return (
    <>
      <header className={styles['header']}>
        <div className={styles['headerInner']}>
          <Link to={paths.home} className={styles['brand']} aria-label={layoutTexts.home(name)}>
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
            {status === 'loading' && (
              // A session is stored, so these buttons will probably appear: reserve their space.
              <span className={styles['pending']} aria-hidden inert>
                <SignedInActions />
              </span>
            )}
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
