import { BillingSection } from '../../features/billing/billing-section.tsx';
import { DataSection } from '../../features/data-requests/data-section.tsx';
import { ConsentSection } from '../../features/privacy/consent-section.tsx';
import { EmailSection } from '../../features/email-change/email-section.tsx';
import { SecurityEvents } from '../../features/security/security-events.tsx';
import { SecuritySection } from '../../features/security/security-section.tsx';
import { SmartTokens } from '../../features/security/tokens/smart-tokens.tsx';
import { SessionsSection } from '../../features/sessions/sessions-section.tsx';
import { TitlesLink } from './titles/titles-link.tsx';

/** What the profile shows besides the account itself. `path`: where the user is now, to return to after a payment. */
export const ProfileSections = ({ path }: { readonly path: string }) => (
  <>
    <EmailSection />
    <BillingSection path={path} />
    <TitlesLink />
    <SecuritySection>
      <SecurityEvents />
      <SmartTokens />
    </SecuritySection>
    <SessionsSection />
    <ConsentSection />
    <DataSection />
  </>
);
