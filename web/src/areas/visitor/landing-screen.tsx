import { Accessibility, AudioLines, FileVideo, FolderTree, LockKeyhole, MonitorSmartphone, Play } from 'lucide-react';
import { Link } from 'react-router';
import { planFacts } from '../../../../lambdas/contract/people/plans.ts';
import type { Plan } from '../../../../lambdas/contract/shared.ts';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { paths } from '../../core/paths.ts';
import { HeroArt } from '../../features/landing/hero-art.tsx';
import { landingTexts, layoutTexts } from '../../features/landing/texts.ts';
import { Claims } from '../../features/marketing/claims.tsx';
import { PlanGrid } from '../../features/plans/plan-grid.tsx';
import { buttonClass } from '../../ui/actions/button.tsx';
import { usePlatform } from '../../ui/identity/use-platform.ts';
import styles from './landing-screen.module.css';

const featureIcons = {
  adaptive: AudioLines,
  formats: FileVideo,
  private: LockKeyhole,
  device: MonitorSmartphone,
  organize: FolderTree,
  keyboard: Accessibility,
};

/** The page about the audience of each plan, where there is one. */
const whyOf: Partial<Record<Plan, string>> = { creator: paths.creator, business: paths.business };

const Hero = ({ signedIn }: { readonly signedIn: boolean }) => (
  <section className={styles['hero']} aria-labelledby="hero-heading">
    <div className={styles['heroInner']}>
      <div className={styles['heroWords']}>
        <h1 id="hero-heading" tabIndex={-1} className={styles['headline']}>
          {landingTexts.headline[0]}
          <span>{landingTexts.headline[1]}</span>
        </h1>
        <p className={styles['lead']}>{landingTexts.lead}</p>
        <div className={styles['actions']}>
          <Link to={signedIn ? paths.streaming : paths.signUp} className={buttonClass({ size: 'large' })}>
            <Play aria-hidden size={18} fill="currentColor" />
            {signedIn ? landingTexts.goToDashboard : landingTexts.startFree}
          </Link>
          <Link to={paths.streaming} className={buttonClass({ variant: 'secondary', size: 'large' })}>
            {landingTexts.explore}
          </Link>
        </div>
        <Claims />
      </div>
      <HeroArt />
    </div>
  </section>
);

const Features = () => (
  <section id="features" className={styles['section']} aria-labelledby="features-heading">
    <h2 id="features-heading" className={styles['title']}>
      {landingTexts.featuresTitle}
    </h2>
    <p className={styles['sectionLead']}>{landingTexts.featuresLead}</p>
    <ul className={styles['features']}>
      {landingTexts.features.map(({ icon, title, text }) => {
        const Icon = featureIcons[icon];
        return (
          <li key={title} className={styles['feature']}>
            <span className={styles['featureIcon']}>
              <Icon aria-hidden size={22} />
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        );
      })}
    </ul>
  </section>
);

/** The landing page: features, pricing and sign-up. */
export const LandingScreen = () => {
  const { status } = useAuth();
  const { name } = usePlatform();
  const signedIn = status === 'signed-in';
  return (
    <>
      <title>{name}</title>
      <Hero signedIn={signedIn} />
      <Features />
      <section id="pricing" className={styles['section']} aria-labelledby="pricing-heading">
        <h2 id="pricing-heading" className={styles['title']}>
          {landingTexts.pricingTitle}
        </h2>
        <p className={styles['sectionLead']}>{landingTexts.pricingLead}</p>
        <PlanGrid
          heading="h3"
          actionOf={(plan) => {
            if (plan === 'free' && !signedIn) {
              return (
                <Link to={paths.signUp} className={buttonClass({ variant: 'secondary', wide: true })}>
                  {layoutTexts.getStarted}
                </Link>
              );
            }
            const why = whyOf[plan];
            return why === undefined ? null : (
              <Link
                to={why}
                className={buttonClass({ variant: 'ghost', wide: true })}
                aria-label={`${landingTexts.why}: ${planFacts[plan].name}`}
              >
                {landingTexts.why}
              </Link>
            );
          }}
        />
      </section>
      <section className={styles['closing']} aria-labelledby="closing-heading">
        <h2 id="closing-heading" className={styles['title']}>
          {landingTexts.closingTitle}
        </h2>
        <p className={styles['sectionLead']}>{landingTexts.closingLead}</p>
        <div className={styles['actions']}>
          <Link to={signedIn ? paths.streaming : paths.signUp} className={buttonClass({ size: 'large' })}>
            {signedIn ? landingTexts.goToDashboard : landingTexts.startTrial}
          </Link>
          <Link to={paths.streaming} className={buttonClass({ variant: 'secondary', size: 'large' })}>
            {landingTexts.viewDemo}
          </Link>
        </div>
      </section>
    </>
  );
};
