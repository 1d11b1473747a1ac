/** Characters of a description that Recent Content shows (specification, section 9). */
const DESCRIPTION_LENGTH = 50;

/** A text cut to what fits, with an ellipsis where something is missing; it never cuts a character in two. */
export const shortened = (text: string): string => {
  const characters = [...text];
  return characters.length <= DESCRIPTION_LENGTH
    ? text
    : `${characters.slice(0, DESCRIPTION_LENGTH).join('').trimEnd()}…`;
};

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
});

/** By how much a month differs from the one before, as `+15%`; undefined where there is nothing to compare with. */
export const changeOf = ({
  this_month: now,
  last_month: before,
}: {
  readonly this_month: number;
  readonly last_month: number | null;
}): string | undefined => (before === null || before === 0 ? undefined : percent.format((now - before) / before));
