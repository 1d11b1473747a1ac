import { AudiencePage } from '../../features/marketing/audience-page.tsx';
import { business, creator } from '../../features/marketing/texts.ts';

/** Why organizations choose the platform. */
export const BusinessScreen = () => <AudiencePage texts={business} />;

/** Why creators choose it. */
export const CreatorScreen = () => <AudiencePage texts={creator} />;
