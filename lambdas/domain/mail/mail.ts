/** Content of an email. Our own texts need no escaping; values are passed through `escapeHtml`. */
export interface Mail {
  readonly subject: string;
  /** First line. Email clients show it as a preview. */
  readonly intro: string;
  /** Label of the code, such as `Your code`. Only with `code`. */
  readonly codeLabel?: string;
  /** The code, or the placeholder that Cognito replaces with it. */
  readonly code?: string;
  readonly link?: { readonly text: string; readonly url: string };
  /** Lists with a title, each entry a line. */
  readonly lists?: readonly { readonly title: string; readonly entries: readonly string[] }[];
  /** Closing line. */
  readonly outro: string;
}

/** Escapes text for HTML and for quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const listEntry = (text: string): string => `<li>${escapeHtml(text)}</li>`;

/**
 * Renders an email as HTML without images, scripts or style sheets. It is readable as plain text too, because Cognito
 * sends only one body. The code has its own line, so that it is usable even if an email client breaks the link.
 */
export const renderMail = ({ intro, codeLabel, code, link, lists = [], outro }: Mail): string =>
  [
    '<!doctype html><html lang="en"><body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a">',
    `<p>${intro}</p>`,
    code === undefined
      ? ''
      : `<p>${codeLabel}:<br><strong style="font-size:24px;letter-spacing:2px">${code}</strong></p>`,
    link ? `<p><a href="${escapeHtml(link.url)}">${link.text}</a><br>${escapeHtml(link.url)}</p>` : '',
    ...lists.map(
      ({ title, entries }) => `<p><strong>${title}</strong></p>\n<ul>\n${entries.map(listEntry).join('\n')}\n</ul>`,
    ),
    `<p>${outro}</p>`,
    '<p>Soundstage</p></body></html>',
  ].join('\n');
