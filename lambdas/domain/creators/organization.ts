/**
 * The creator that content belongs to unless another is named: the organization that runs the stage. The id is fixed,
 * so every caller finds the same item and making it twice is impossible.
 */
export const ORGANIZATION_CREATOR = {
  id: 'crt_00000000000000000000000000',
  name: 'Soundstage',
  plan: 'business',
} as const;
