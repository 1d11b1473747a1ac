/** Attribute of the items that a restore wrote. Dumps leave it out. */
export const RESTORED = 'restored';

type Image = Readonly<Record<string, unknown>> | undefined;

/** Whether a restore has just written an item. Nothing has happened then: no one signed in, and no role changed. */
export const isRestored = (before: Image, after: Image): boolean =>
  after?.[RESTORED] === true && before?.[RESTORED] !== true;
