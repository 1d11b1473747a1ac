import { useConfig } from '../../core/config-context.tsx';
import { DocumentPage } from '../../features/legal/document-page.tsx';
import { about, support, terms } from '../../features/legal/texts.ts';
import { privacyPolicy, privacyPolicyWithPhones } from '../../features/privacy/texts.ts';

/** The privacy policy. */
export const PrivacyScreen = () => {
  const { phones } = useConfig();
  return <DocumentPage document={phones ? privacyPolicyWithPhones : privacyPolicy} />;
};

/** The terms of use. */
export const TermsScreen = () => <DocumentPage document={terms} />;

/** About the platform. */
export const AboutScreen = () => <DocumentPage document={about} />;

/** Help and contact. */
export const SupportScreen = () => <DocumentPage document={support} />;
