/**
 * Default creator of content: the organization that runs the stage. The id is fixed, so that every caller finds the
 * same item and it cannot be created twice.
 */
export const ORGANIZATION_CREATOR = {
  id: 'crt_00000000000000000000000000',
  name: 'Soundstage',
  plan: 'business',
} as const;
