import { ORGANIZATION_CREATOR_ID } from '../../contract/content/organization.ts';

/**
 * Default creator of content: the organization that runs the stage. The id is fixed, so that every caller finds the
 * same item and it cannot be created twice.
 */
export const ORGANIZATION_CREATOR = {
  id: ORGANIZATION_CREATOR_ID,
  name: 'Soundstage',
  plan: 'business',
} as const;
