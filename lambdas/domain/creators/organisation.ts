/**
 * The creator that content belongs to unless another is named: the organisation that runs the stage. The id is fixed,
 * so every caller finds the same item and making it twice is impossible.
 */
export const ORGANISATION_CREATOR = {
  id: 'crt_00000000000000000000000000',
  name: 'Soundstage',
  plan: 'business',
} as const;
