/** Maximum length of a description in Recent Content (specification, section 9). */
const DESCRIPTION_LENGTH = 50;

/** Cuts a text to the maximum length and adds an ellipsis. Never cuts a character in two. */
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

/** The change from the previous month, such as `+15%`; undefined if there is nothing to compare with. */
export const changeOf = ({
  this_month: now,
  last_month: before,
}: {
  readonly this_month: number;
  readonly last_month: number | null;
}): string | undefined => (before === null || before === 0 ? undefined : percent.format((now - before) / before));
