/** What a mail says. Texts are ours, so they need no escaping; values go through `escapeHtml`. */
export interface Mail {
  readonly subject: string;
  /** First line, also what mail programs show as preview. */
  readonly intro: string;
  /** What the code is called, e.g. `Your code`. */
  readonly codeLabel: string;
  /** The code, or the placeholder that Cognito replaces by it. */
  readonly code: string;
  readonly link?: { readonly text: string; readonly url: string };
  /** Closing line. */
  readonly outro: string;
}

/** Text as it may stand in HTML and in a quoted attribute. */
const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * The mail as HTML without pictures, scripts or style sheets, readable as plain text too: Cognito sends one body only.
 * The code stands by itself, so that a mail program that spoils links spoils nothing.
 */
export const renderMail = ({ intro, codeLabel, code, link, outro }: Mail): string =>
  [
    '<!doctype html><html lang="en"><body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a">',
    `<p>${intro}</p>`,
    `<p>${codeLabel}:<br><strong style="font-size:24px;letter-spacing:2px">${code}</strong></p>`,
    link ? `<p><a href="${escapeHtml(link.url)}">${link.text}</a><br>${escapeHtml(link.url)}</p>` : '',
    `<p>${outro}</p>`,
    '<p>Soundstage</p></body></html>',
  ].join('\n');
