/** Storage key of the signed-in user's behavioral patterns that were not sent; removed at sign-out. */
export const BEHAVIOR_KEY = 'soundstage.behavior';
