/** Texts of the search in speech. */
export const speechTexts = {
  heading: 'In speech',
  searching: 'Searching what is said in titles',
  none: 'No one says this in any title you can play.',
  found: (count: number, more: boolean) =>
    count === 0
      ? 'Nothing found in speech'
      : `Found in the speech of ${count === 1 && !more ? '1 title' : `${count}${more ? ' or more' : ''} titles`}`,
  playFrom: (title: string) => `Play ${title} from`,
  moreIn: (count: number, atLeast: boolean) =>
    atLeast ? `At least ${count} more in this title` : `${count} more in this title`,
  loadMore: 'Show more from speech',
  moreFailed: 'More results could not be loaded. Try again.',
} as const;
