import { h } from './dom.js';
import { mailParts } from './format.js';
import { button, chip, head, result, when } from './parts.js';

const card = (mail, ui) => {
  const { text, code, links } = mailParts(mail.body);
  const open = ui.open === mail.id;
  return h(
    'li',
    { key: mail.id, class: 'card mail' },
    h(
      'div',
      { class: 'mail-top' },
      h(
        'div',
        null,
        h('h2', null, mail.subject),
        h('p', { class: 'dim' }, 'to ', h('span', { class: 'mono' }, mail.to), ' · ', when(Date.parse(mail.at))),
      ),
    ),
    (code || links.length > 0) &&
      h(
        'div',
        { class: 'mail-main' },
        code &&
          h(
            'div',
            { class: 'code' },
            h('strong', { class: 'mono', 'aria-label': `Code ${code}` }, code),
            button('Copy code', 'mail.copy', [code, mail.id], { tone: 'strong', about: `${code}, for ${mail.to}` }),
          ),
        links.map(({ href, text: name }) =>
          h(
            'div',
            { class: 'link', key: href },
            h('a', { href, class: 'button', target: '_blank', rel: 'noreferrer' }, name || 'Open the link'),
            button('Copy link', 'mail.copy', [href, mail.id], { about: mail.subject }),
          ),
        ),
      ),
    h(
      'div',
      { class: 'row' },
      button(open ? 'Hide the text' : 'Read the text', 'mail.toggle', [mail.id], {
        expanded: open,
        tone: 'quiet',
        about: `${mail.subject}, to ${mail.to}`,
      }),
      result(ui, mail.id),
    ),
    open && h('p', { class: 'text' }, text),
  );
};

/** Every mail that the product sent, newest first. */
export const mail = {
  id: 'mail',
  title: 'Mail',
  load: (api) => api.get('mail'),
  badge: ({ mail: count }) => ({ text: String(count) }),
  view(mails, ui) {
    const wanted = (ui.filter ?? '').toLowerCase();
    const shown = mails.filter(({ to, subject }) => `${to} ${subject}`.toLowerCase().includes(wanted));
    return [
      head(
        'Mail',
        'Everything that Soundstage sends ends here. No mail leaves this machine.',
        h('input', {
          type: 'search',
          'data-input': 'mail.filter',
          placeholder: 'Find by address or subject',
          'aria-label': 'Find mail by address or subject',
        }),
      ),
      shown.length === 0
        ? h(
            'div',
            { class: 'empty' },
            h(
              'p',
              null,
              mails.length === 0
                ? 'No mail yet. Sign up on the site, and the code arrives here.'
                : 'No mail fits that.',
            ),
          )
        : h(
            'ul',
            { class: 'cards' },
            shown.slice(0, 50).map((one) => card(one, ui)),
          ),
      shown.length > 50 &&
        h(
          'p',
          { class: 'dim' },
          chip(`${shown.length - 50} older ones`),
          ' are in ',
          h('a', { href: '/_local/mail' }, '/_local/mail'),
          '.',
        ),
    ];
  },
  actions: {
    filter: ({ ui }, text) => void (ui.filter = text),
    toggle: ({ ui }, id) => void (ui.open = ui.open === id ? undefined : id),
    async copy({ report }, text, id) {
      await navigator.clipboard.writeText(text);
      report(id, `Copied ${text.length > 40 ? 'the link' : text}.`, 'good');
    },
  },
};
