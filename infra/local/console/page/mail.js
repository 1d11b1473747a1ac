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
        mail.medium === 'sms' && chip('SMS'),
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
            h('a', { href, class: 'button', target: '_blank', rel: 'noreferrer' }, name || 'Open link'),
            button('Copy link', 'mail.copy', [href, mail.id], { about: mail.subject }),
          ),
        ),
      ),
    h(
      'div',
      { class: 'row' },
      button(open ? 'Hide text' : 'Show text', 'mail.toggle', [mail.id], {
        expanded: open,
        tone: 'quiet',
        about: `${mail.subject}, to ${mail.to}`,
      }),
      result(ui, mail.id),
    ),
    open && h('p', { class: 'text' }, text),
  );
};

/** The mail section: every email that the product sent, newest first. */
export const mail = {
  id: 'mail',
  title: 'Mail',
  load: (api) => api.get('mail'),
  badge: ({ mail: count }) => ({ text: String(count) }),
  view(mails, ui) {
    const query = (ui.filter ?? '').toLowerCase();
    const shown = mails.filter(({ to, subject }) => `${to} ${subject}`.toLowerCase().includes(query));
    return [
      head(
        'Mail',
        'All emails and text messages (SMS) that Soundstage sends. None leaves this machine.',
        h('input', {
          type: 'search',
          'data-input': 'mail.filter',
          placeholder: 'Search by address or subject',
          'aria-label': 'Search mail by address or subject',
        }),
      ),
      shown.length === 0
        ? h(
            'div',
            { class: 'empty' },
            h(
              'p',
              null,
              mails.length === 0 ? 'No emails yet. Sign up on the site to receive a code here.' : 'No matching emails.',
            ),
          )
        : h(
            'ul',
            { class: 'cards' },
            shown.slice(0, 50).map((entry) => card(entry, ui)),
          ),
      shown.length > 50 &&
        h(
          'p',
          { class: 'dim' },
          chip(`${shown.length - 50} older emails`),
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
