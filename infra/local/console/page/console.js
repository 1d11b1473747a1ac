/** The console's page: one section at a time, redrawn every two seconds while the page is visible. */
import { draw, h } from './dom.js';
import { describe } from './faults.js';
import { duration } from './format.js';
// Generated: the section of each engine that has one.
import { sections } from './panels.js';
import { button } from './parts.js';

const REFRESH_MS = 2000;
const uis = Object.fromEntries(sections.map(({ id }) => [id, { results: {} }]));
const state = { overview: undefined, data: {}, error: undefined };

const request = async (path, options) => {
  const response = await fetch(`/_local/${path}`, {
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    ...options,
  });
  const body = await response.json();
  if (!response.ok) throw new Error(body.message ?? `The local cloud returned status ${response.status}`);
  return body;
};
const api = {
  get: (path) => request(path),
  post: (path, body = {}) => request(path, { method: 'POST', body: JSON.stringify(body) }),
};

const current = () => sections.find(({ id }) => id === location.hash.slice(1)) ?? sections[0];

const drawNav = () => {
  const active = current();
  draw(document.getElementById('nav'), [
    h(
      'ul',
      null,
      sections.map(({ id, title, badge }) => {
        const shown = state.overview && badge(state.overview);
        return h(
          'li',
          { key: id },
          h(
            'a',
            { href: `#${id}`, 'aria-current': id === active.id ? 'page' : null },
            h('span', null, title),
            shown && h('span', { class: `badge ${shown.tone ?? ''}` }, shown.text),
          ),
        );
      }),
    ),
  ]);
};

const drawAlerts = () => {
  const active = state.faults ?? [];
  draw(
    document.getElementById('alerts'),
    active.map((fault) =>
      h(
        'div',
        { key: fault.dependency, class: 'alert', role: 'status' },
        h(
          'p',
          null,
          h('strong', null, describe(fault)),
          `. Ends in ${duration(Math.max(0, Math.ceil((fault.until - Date.now()) / 1000) * 1000))}.`,
        ),
        current().id === 'faults'
          ? ''
          : button('End now', 'faults.heal', [fault.dependency], { about: fault.dependency }),
      ),
    ),
  );
};

const drawPulse = () => {
  const text = state.error ?? (document.visibilityState === 'visible' ? 'Live' : 'Paused');
  const pulse = document.getElementById('pulse');
  pulse.className = `pulse ${state.error ? 'bad' : 'good'}`;
  // Updated only on change, so that screen readers do not announce it every two seconds.
  if (pulse.textContent !== text) draw(pulse, [h('span', null, text)]);
};

const drawAll = () => {
  const section = current();
  const data = state.data[section.id];
  document.title = `${section.title} · Local cloud · Soundstage`;
  drawNav();
  drawAlerts();
  drawPulse();
  draw(document.getElementById('view'), [
    h(
      'section',
      { key: section.id, 'aria-labelledby': 'title' },
      data === undefined ? h('p', { class: 'dim' }, 'Loading…') : section.view(data, uis[section.id]),
    ),
  ]);
  // Progress is a property of the element: as an attribute, it would count as a form value.
  for (const bar of document.querySelectorAll('progress[data-value]')) bar.value = Number(bar.dataset.value);
};

let latestRefresh = 0;
const refresh = async () => {
  const id = (latestRefresh += 1);
  const section = current();
  try {
    const [overview, data] = await Promise.all([api.get('overview'), section.load(api, uis[section.id])]);
    const active = overview.faults > 0 ? (await api.get('faults')).active : [];
    // A later refresh has started and has newer data.
    if (id !== latestRefresh) return;
    Object.assign(state, { overview, faults: active, error: undefined });
    state.data[section.id] = data;
  } catch (error) {
    if (id !== latestRefresh) return;
    state.error = error instanceof TypeError ? "Can't reach the local cloud. Trying again…" : error.message;
  }
  drawAll();
};

let timer;
const loop = async () => {
  clearTimeout(timer);
  if (document.visibilityState === 'visible') await refresh();
  else drawPulse();
  clearTimeout(timer);
  if (document.visibilityState === 'visible') timer = setTimeout(() => void loop(), REFRESH_MS);
};

const run = async (act, args, form, resultKey) => {
  const [id, name] = act.split('.');
  const ui = uis[id];
  const report = (key, text, tone) => (ui.results[key] = { text, tone });
  try {
    await sections.find((section) => section.id === id).actions[name]({ api, ui, report, form }, ...args);
  } catch (error) {
    report(resultKey, error.message, 'bad');
  }
  await refresh();
};

document.addEventListener('click', (event) => {
  const pressed = event.target.closest('button[data-act]');
  if (!pressed) return;
  const args = JSON.parse(pressed.dataset.args);
  void run(pressed.dataset.act, args, undefined, args.findLast((arg) => typeof arg === 'string') ?? 'begin');
});
document.addEventListener('submit', (event) => {
  event.preventDefault();
  const { act, result, args = '[]' } = event.target.dataset;
  if (act) void run(act, JSON.parse(args), Object.fromEntries(new FormData(event.target)), result);
});
document.addEventListener('input', (event) => {
  const act = event.target.dataset?.input;
  if (act) void run(act, [event.target.value]);
});
addEventListener('hashchange', () => {
  drawAll();
  void loop();
  document.getElementById('title')?.focus();
});
document.addEventListener('visibilitychange', () => void loop());
void loop();
