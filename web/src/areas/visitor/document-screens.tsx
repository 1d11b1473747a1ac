import { DocumentPage } from '../../features/legal/document-page.tsx';
import { about, support, terms } from '../../features/legal/texts.ts';
import { privacyPolicy } from '../../features/privacy/texts.ts';

/** The public privacy policy. */
export const PrivacyScreen = () => <DocumentPage document={privacyPolicy} />;

/** The terms of use. */
export const TermsScreen = () => <DocumentPage document={terms} />;

/** What the platform is. */
export const AboutScreen = () => <DocumentPage document={about} />;

/** Where to turn when something does not work. */
export const SupportScreen = () => <DocumentPage document={support} />;
