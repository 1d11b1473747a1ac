/** Markup that is already escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const markupOf = (part: Part): string => {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.markup;
  return Array.isArray(part) ? part.map(markupOf).join('') : escape(String(part));
};

/** Markup from a template; values are escaped. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.map((text, index) => text + markupOf(parts[index])).join(''));

/** A whole page. */
export const page = (title: string, content: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Local Stripe</title>
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header class="banner">
          <strong>Local Stripe</strong> Test mode on this computer. No real card, no real money.
        </header>
        <main>${content}</main>
      </body>
    </html>`.markup;

/** The stylesheet of every page. */
export const STYLE = `
:root { color-scheme: light dark; --bg: #f6f8fb; --card: #fff; --text: #1a1f36; --dim: #545969; --line: #d5dbe1;
  --accent: #4b45c6; --on-accent: #fff; --bad: #b3093c; --good: #05603a; }
@media (prefers-color-scheme: dark) { :root { --bg: #14171f; --card: #1d212c; --text: #eef0f6; --dim: #b3b9c9;
  --line: #3b4254; --accent: #a7a3ff; --on-accent: #14171f; --bad: #ff9db3; --good: #7fdcae; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
.banner { margin: 0; padding: 8px 16px; background: #ffe8a3; color: #3d2c00; text-align: center; font-size: 14px; }
.banner strong { margin-right: 6px; }
main { max-width: 560px; margin: 24px auto; padding: 0 16px; }
h1 { font-size: 24px; margin: 8px 0; }
h2 { font-size: 18px; margin: 0 0 8px; }
.amount { font-size: 32px; font-weight: 600; margin: 0; }
.dim { color: var(--dim); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 20px; margin: 16px 0; }
fieldset { border: 0; padding: 0; margin: 0 0 16px; }
legend { font-weight: 600; padding: 0; margin-bottom: 8px; }
.choice { display: flex; gap: 10px; align-items: baseline; padding: 8px 10px; border: 1px solid var(--line);
  border-radius: 8px; margin-bottom: 6px; }
.choice:has(input:checked) { border-color: var(--accent); }
.choice span { color: var(--dim); margin-left: auto; font-variant-numeric: tabular-nums;
  white-space: nowrap; }
.field { display: block; margin: 0 0 14px; font-weight: 600; }
.field input, .field select { display: block; width: 100%; margin-top: 4px; padding: 10px; font: inherit;
  color: inherit; background: var(--bg); border: 1px solid var(--line); border-radius: 8px; }
button, .button { display: inline-block; padding: 12px 18px; border: 1px solid var(--accent); border-radius: 8px;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer;
  text-decoration: none; }
button.wide { width: 100%; }
button.quiet, .button.quiet { background: transparent; color: var(--accent); border-color: var(--line); }
button:focus-visible, a:focus-visible, input:focus-visible, select:focus-visible {
  outline: 3px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); }
.row { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; }
.alert { padding: 12px 16px; border: 1px solid currentColor; border-radius: 8px; color: var(--bad); }
.status { padding: 12px 16px; border: 1px solid currentColor; border-radius: 8px; color: var(--good); }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; padding: 8px 4px; border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; }
`;
