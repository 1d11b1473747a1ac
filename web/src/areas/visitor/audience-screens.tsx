import { AudiencePage } from '../../features/marketing/audience-page.tsx';
import { business, creator } from '../../features/marketing/texts.ts';

/** The page for organizations. */
export const BusinessScreen = () => <AudiencePage texts={business} />;

/** The page for creators. */
export const CreatorScreen = () => <AudiencePage texts={creator} />;
