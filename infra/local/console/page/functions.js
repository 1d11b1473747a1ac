import { h } from './dom.js';
import { count, duration } from './format.js';
import { at, button, chip, code, field, head, result, table, when } from './parts.js';

/** Number of runs shown until the user selects "Show all". */
const FIRST_RUNS = 12;

/** The latest runs as bars, oldest on the left. Decorative: the table has the numbers. */
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
    ['Run', 'Time', '#Duration', 'Start', 'Result', 'Log'],
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
    'No runs since the start.',
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
        'data-result': `invoke ${detail.folder}`,
        'data-args': JSON.stringify([detail.folder]),
      },
      field(
        'event',
        `Run ${detail.folder} with this event`,
        h('textarea', { rows: '4', spellcheck: 'false', class: 'mono' }, '{}'),
        'JSON, as the trigger sends it',
      ),
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'submit', class: 'button strong' }, 'Run'),
        result(ui, `invoke ${detail.folder}`),
      ),
    ),
    ui.response?.folder === detail.folder && code(ui.response.text, `Response of ${detail.folder}`),
    runs(detail, ui),
    detail.executions.length > FIRST_RUNS &&
      h('div', null, button(ui.all ? 'Show fewer' : `Show all ${detail.executions.length} runs`, 'functions.all', [])),
  );

/** The functions section: functions, their runs, and manual runs. */
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
      'All Lambda functions of the template, each with its own environments. ' +
        'Orange bars are cold starts, red bars are failures.',
    ),
    table(
      'All functions',
      [
        'Function',
        'Latest runs',
        '#Runs',
        '#Errors',
        '#Cold starts',
        '#Init',
        '#Duration',
        '#Environments',
        'Last run',
        'Actions',
      ],
      list.map((entry) => ({
        key: entry.folder,
        cells: [
          h('span', { title: entry.name }, entry.folder),
          entry.recent.length > 0 ? bars(entry.recent) : h('span', { class: 'dim' }, 'none yet'),
          String(entry.invocations),
          entry.errors > 0 ? chip(String(entry.errors), 'bad') : '0',
          String(entry.coldStarts),
          entry.coldStarts > 0 ? duration(entry.lastInitMs) : '–',
          entry.invocations > 0 ? duration(entry.lastDurationMs) : '–',
          String(entry.environments),
          when(entry.lastAt),
          button(ui.open === entry.folder ? 'Close' : 'Open', 'functions.toggle', [entry.folder], {
            expanded: ui.open === entry.folder,
            about: entry.folder,
          }),
        ],
        detail: ui.open === entry.folder && detail?.folder === entry.folder && detailOf(detail, ui),
      })),
      'No functions yet.',
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
        report(key, `The event is not valid JSON: ${error.message}`, 'bad');
        return;
      }
      const { payload, error } = await api.post(`invoke/${encodeURIComponent(folder)}`, event);
      ui.response = { folder, text: JSON.stringify(error ?? payload, null, 2) };
      report(
        key,
        error ? `${error.errorType}: ${error.errorMessage}` : 'Done. See the response below.',
        error ? 'bad' : 'good',
      );
    },
  },
};
