import { h } from './dom.js';
import { count, duration } from './format.js';
import { at, button, chip, code, field, head, result, table, when } from './parts.js';

/** Runs that are shown before a person asks for all. */
const FIRST_RUNS = 12;

/** The latest runs as bars, oldest at the left. The figures stand in the table; the bars are for the eye. */
const bars = (recent) => {
  const longest = Math.max(1, ...recent.map(({ durationMs }) => durationMs));
  return h(
    'span',
    { class: 'bars', 'aria-hidden': 'true' },
    [...recent].reverse().map(({ number, durationMs, cold, failed }) =>
      h('i', {
        key: String(number),
        class: failed ? 'bad' : cold ? 'cold' : null,
        style: { '--h': `${Math.max(8, Math.round((100 * durationMs) / longest))}%` },
      }),
    ),
  );
};

const runs = (detail, ui) =>
  table(
    `Latest runs of ${detail.folder}`,
    ['Run', 'Time', '#Took', 'Start', 'Outcome', 'Log'],
    detail.executions.slice(0, ui.all ? undefined : FIRST_RUNS).map((run) => ({
      key: `run ${run.number}`,
      tone: run.error ? 'bad' : null,
      cells: [
        h('span', { class: 'mono' }, `#${run.number}`),
        at(run.startedAt),
        duration(run.durationMs),
        run.initMs === undefined ? chip('warm') : chip(`cold ${duration(run.initMs)}`, 'cold'),
        run.error
          ? h('span', null, chip(run.error.errorType, 'bad'), ' ', run.error.errorMessage)
          : chip('done', 'good'),
        run.logs.length === 0
          ? '–'
          : button(ui.run === run.number ? 'Hide' : count(run.logs.length, 'line'), 'functions.log', [run.number], {
              expanded: ui.run === run.number,
              about: `log of run ${run.number}`,
            }),
      ],
      detail: ui.run === run.number && code(run.logs.join('\n'), `Log of run ${run.number}`),
    })),
    'It has not run since the start.',
  );

const detailOf = (detail, ui) =>
  h(
    'div',
    { class: 'inner' },
    h(
      'form',
      {
        class: 'form',
        'data-act': 'functions.invoke',
        'data-place': `invoke ${detail.folder}`,
        'data-args': JSON.stringify([detail.folder]),
      },
      field(
        'event',
        `Run ${detail.folder} with this event`,
        h('textarea', { rows: '4', spellcheck: 'false', class: 'mono' }, '{}'),
        'JSON, as its trigger would send it',
      ),
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'submit', class: 'button strong' }, 'Run'),
        result(ui, `invoke ${detail.folder}`),
      ),
    ),
    ui.answer?.folder === detail.folder && code(ui.answer.text, `Answer of ${detail.folder}`),
    runs(detail, ui),
    detail.executions.length > FIRST_RUNS &&
      h('div', null, button(ui.all ? 'Show fewer' : `Show all ${detail.executions.length} runs`, 'functions.all', [])),
  );

/** Functions, how they ran, and a run by hand. */
export const functions = {
  id: 'functions',
  title: 'Functions',
  async load(api, ui) {
    const [list, detail] = await Promise.all([
      api.get('functions'),
      ui.open && api.get(`functions/${encodeURIComponent(ui.open)}`),
    ]);
    return { list, detail };
  },
  badge: ({ invocations, errors }) =>
    errors > 0 ? { text: `${count(errors, 'error')}`, tone: 'bad' } : { text: String(invocations) },
  view: ({ list, detail }, ui) => [
    head(
      'Functions',
      'Every Lambda function of the template, each in environments of its own. Orange bars were cold starts, red ones failed.',
    ),
    table(
      'All functions',
      ['Function', 'Latest runs', '#Runs', '#Errors', '#Cold starts', '#Init', '#Took', '#Alive', 'Last', 'Do'],
      list.map((one) => ({
        key: one.folder,
        cells: [
          h('span', { title: one.name }, one.folder),
          one.recent.length > 0 ? bars(one.recent) : h('span', { class: 'dim' }, 'not yet'),
          String(one.invocations),
          one.errors > 0 ? chip(String(one.errors), 'bad') : '0',
          String(one.coldStarts),
          one.coldStarts > 0 ? duration(one.lastInitMs) : '–',
          one.invocations > 0 ? duration(one.lastDurationMs) : '–',
          String(one.environments),
          when(one.lastAt),
          button(ui.open === one.folder ? 'Close' : 'Open', 'functions.toggle', [one.folder], {
            expanded: ui.open === one.folder,
            about: one.folder,
          }),
        ],
        detail: ui.open === one.folder && detail?.folder === one.folder && detailOf(detail, ui),
      })),
      'No function is made yet.',
    ),
  ],
  actions: {
    toggle({ ui }, folder) {
      ui.open = ui.open === folder ? undefined : folder;
      ui.run = undefined;
    },
    all: ({ ui }) => void (ui.all = !ui.all),
    log: ({ ui }, number) => void (ui.run = ui.run === number ? undefined : number),
    async invoke({ api, ui, report, form }, folder) {
      const key = `invoke ${folder}`;
      let event;
      try {
        event = JSON.parse(form.event || '{}');
      } catch (error) {
        report(key, `That is no JSON: ${error.message}`, 'bad');
        return;
      }
      const { payload, error } = await api.post(`invoke/${encodeURIComponent(folder)}`, event);
      ui.answer = { folder, text: JSON.stringify(error ?? payload, null, 2) };
      report(
        key,
        error ? `${error.errorType}: ${error.errorMessage}` : 'Done. Its answer is below.',
        error ? 'bad' : 'good',
      );
    },
  },
};
