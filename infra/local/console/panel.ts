import type { Routes } from './router.ts';

/** A section of the console. */
export interface Panel {
  /** Its address is `/_local#<id>`, and its script exports the section by this name. */
  readonly id: string;
  /** File of its script, which the page imports as `page/<id>.js`. @default `console/page/<id>.js` */
  readonly script?: string;
  readonly routes: Routes;
  /** Numbers for the page's navigation. */
  readonly overview?: () => Readonly<Record<string, number>>;
}
