/** Whether the user asked the browser to save data. Then nothing is downloaded in advance. */
export const savesData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;
