'use strict';
(() => {
  const root = document.documentElement;
  const byId = (id) => document.getElementById(id);

  // An element with attributes and children; text is always text.
  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
      else if (value === true) element.setAttribute(name, '');
      else if (value !== false && value != null) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child != null));
    return element;
  };

  // ---- Theme: what the system prefers until the reader says otherwise.
  const theme = byId('theme');
  const prefersDark = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : prefersDark.matches);
  const nameTheme = () => { theme.textContent = isDark() ? 'Light' : 'Dark'; theme.title = `Switch to ${theme.textContent.toLowerCase()} colours`; };
  theme.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    try { localStorage.setItem('sokolab-theme', root.dataset.theme); } catch { /* A page without storage forgets. */ }
    nameTheme();
  });
  prefersDark.addEventListener('change', nameTheme);
  nameTheme();

  // ---- Copying
  const copy = async (text) => {
    try { await navigator.clipboard.writeText(text); return true; } catch { /* Old or strict browsers: below. */ }
    const area = make('textarea', { class: 'copied' });
    area.value = text;
    (document.querySelector('dialog[open]') || document.body).append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  };
  const withCopyButton = (block) => {
    const button = make('button', { type: 'button', 'aria-label': 'Copy the command' }, 'Copy');
    button.addEventListener('click', async () => {
      button.textContent = await copy(block.querySelector('code').textContent) ? 'Copied' : 'Failed';
      setTimeout(() => { button.textContent = 'Copy'; }, 1500);
    });
    block.append(button);
    return block;
  };
  document.querySelectorAll('.command').forEach(withCopyButton);

  // ---- Tables: sorted by a click on a header, folded when long
  const collator = new Intl.Collator('en', { numeric: true });
  const figure = (text) => {
    const value = parseFloat(text.replace(/[,\s\u202f]/g, '').replace('−', '-').replace(/^[^\d.-]+(?=\d)/, ''));
    return Number.isNaN(value) ? null : value;
  };
  const byKey = (numeric, direction) => (a, b) => {
    if (a.key === null || b.key === null) return (a.key === null) - (b.key === null) || a.place - b.place;
    return direction * (numeric ? a.key - b.key : collator.compare(a.key, b.key)) || a.place - b.place;
  };
  const sortTable = (table, column, header) => {
    const numeric = header.classList.contains('n');
    const current = header.getAttribute('aria-sort');
    const direction = current ? (current === 'ascending' ? -1 : 1) : 1;
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row, place) => {
      const text = row.cells[column].textContent.trim();
      return { row, place, key: numeric ? figure(text) : text || null };
    });
    rows.sort(byKey(numeric, direction));
    body.append(...rows.map(({ row }) => row));
    for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
    header.setAttribute('aria-sort', direction > 0 ? 'ascending' : 'descending');
  };
  document.querySelectorAll('main table').forEach((table) => {
    [...table.tHead.rows[0].cells].forEach((header, column) => {
      const button = make('button', { type: 'button' }, ...header.childNodes);
      button.addEventListener('click', () => sortTable(table, column, header));
      header.append(button);
    });
    if (!table.classList.contains('long')) return;
    const count = table.tBodies[0].rows.length;
    const button = make('button', { type: 'button', class: 'more', 'aria-expanded': 'false' });
    const name = () => { button.textContent = table.classList.contains('open') ? 'Show the first 60 rows' : `Show all ${count.toLocaleString('en')} rows`; };
    button.addEventListener('click', () => { button.setAttribute('aria-expanded', table.classList.toggle('open')); name(); });
    name();
    table.closest('figure').append(button);
  });
  addEventListener('beforeprint', () => document.querySelectorAll('table.long').forEach((table) => table.classList.add('open')));

  // ---- Drawings: one stop for the tab key each, arrows go from mark to mark
  document.querySelectorAll('svg.plot').forEach((plot) => {
    const links = [...plot.querySelectorAll('a')];
    // The parts of an image are hidden from screen readers; those of a group are not.
    if (links.length) plot.setAttribute('role', 'group');
    links.forEach((link, i) => link.setAttribute('tabindex', i ? '-1' : '0'));
    plot.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const next = step && links[links.indexOf(event.target.closest('a')) + step];
      if (!next) return;
      event.preventDefault();
      event.target.closest('a').setAttribute('tabindex', '-1');
      next.setAttribute('tabindex', '0');
      next.focus();
    });
  });

  // ---- Navigation: where the reader is
  const entries = new Map([...document.querySelectorAll('nav li a')].map((link) => [link.hash.slice(1), link]));
  const headings = [...document.querySelectorAll('main h2[id]')];
  const mark = () => {
    const above = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight * 0.3).pop();
    entries.forEach((link) => link.removeAttribute('aria-current'));
    entries.get(above ? above.id : 'content').setAttribute('aria-current', 'true');
  };
  let waiting = false;
  addEventListener('scroll', () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; mark(); });
  }, { passive: true });
  mark();

  // ---- The runs: read when they are first asked for
  let cached = null;
  const sums = (differences) => { let sum = 0; return differences.map((difference) => (sum += difference)); };
  const data = () => {
    if (cached) return cached;
    const runs = JSON.parse(byId('data').textContent);
    for (const name of ['level', 'contender', 'started']) runs[name] = sums(runs[name]);
    // A column of equal values is stored as one.
    for (const name of ['repetition', 'optimal', 'cpu', 'iterations', 'closed', 'load', 'host']) {
      if (!Array.isArray(runs[name])) runs[name] = new Array(runs.level.length).fill(runs[name]);
    }
    runs.ids = atob(runs.ids);
    runs.jobs = atob(runs.jobs);
    runs.watchdog = new Set(runs.watchdog);
    cached = runs;
    return runs;
  };
  const hex = (bytes, i) => Array.from(bytes.slice(16 * i, 16 * i + 16), (c) => c.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  const runAddress = (i) => `#run=${hex(data().ids, i)}`;
  const runsAddress = (query) => `#runs?${new URLSearchParams(query)}`;
  const made = (i) => data().outcome[i] >= 0;
  const findRun = (id) => {
    if (!/^[0-9a-f]{6,32}$/.test(id)) return -1;
    const whole = id.slice(0, id.length & ~1);
    const key = whole.replace(/../g, (pair) => String.fromCharCode(parseInt(pair, 16)));
    const { ids } = data();
    for (let at = ids.indexOf(key); at >= 0; at = ids.indexOf(key, at + 1)) {
      if (at % 16 === 0 && made(at / 16) && hex(ids, at / 16).startsWith(id)) return at / 16;
    }
    return -1;
  };

  const whole = (value) => value.toLocaleString('en');
  const seconds = (value) => (value == null ? '' : value >= 100 ? value.toFixed(1) : value >= 1 ? value.toFixed(3) : value.toFixed(6));
  const memory = (bytes) => (bytes >= 2 ** 30 ? `${(bytes / 2 ** 30).toFixed(2)} GiB` : bytes >= 2 ** 20 ? `${(bytes / 2 ** 20).toFixed(1)} MiB` : `${(bytes / 1024).toFixed(1)} KiB`);
  const power = (exponent) => `10${[...String(exponent)].map((c) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[c] ?? c).join('')}`;
  const moment = (ms) => new Date(ms).toISOString().replace('T', ' ').slice(0, 19);

  // Name, is it a figure?, value to sort by, text.
  const solvedOnly = (column) => (i) => (data().pushes[i] || data().outcome[i] === 0 ? column()[i] : null);
  const columns = [
    ['Level', false, (i) => data().levels[data().level[i]][1]],
    ['Contender', false, (i) => data().contenders[data().contender[i]][0]],
    ['Seed', true, (i) => data().seed[i], (value) => String(value)],
    ['Rep.', true, (i) => data().repetition[i], whole],
    ['Outcome', false, (i) => (made(i) ? data().outcomes[data().outcome[i]] : null)],
    ['Pushes', true, solvedOnly(() => data().pushes), whole],
    ['Moves', true, solvedOnly(() => data().moves), whole],
    ['Seconds', true, (i) => data().wall[i], seconds],
    ['CPU s', true, (i) => data().cpu[i], seconds],
    ['Nodes', true, (i) => data().expanded[i], whole],
    ['Memory', true, (i) => data().memory[i], memory],
    ['Load', true, (i) => data().load[i], (value) => value.toFixed(2)],
    ['Host', false, (i) => (data().hosts[data().host[i]] || [''])[0]],
    ['When (UTC)', false, (i) => data().started[i], moment],
  ];
  const ofThePlan = 4;

  const matching = (query) => {
    const runs = data();
    const number = (name) => (query[name] === undefined || query[name] === '' ? null : Number(query[name]));
    const [contender, level, from, below] = ['contender', 'level', 'from', 'below'].map(number);
    const outcome = query.outcome ? (query.outcome === 'not-run' ? -1 : runs.outcomes.indexOf(query.outcome)) : null;
    const text = (query.text || '').toLowerCase();
    const levels = runs.levels.map((entry, i) => (level === null || i === level)
      && (from === null || Math.round(10 ** entry[5]) >= 10 ** from) && (below === null || Math.round(10 ** entry[5]) < 10 ** below)
      && (!text || entry[1].toLowerCase().includes(text) || entry[2].toLowerCase().includes(text)));
    const found = [];
    for (let i = 0; i < runs.level.length; i += 1) {
      if (levels[runs.level[i]] && (contender === null || runs.contender[i] === contender) && (outcome === null || runs.outcome[i] === outcome)) found.push(i);
    }
    return found;
  };

  // ---- The explorer
  const dialog = byId('explorer');
  const body = byId('explorer-body');
  const title = byId('explorer-title');
  let order = { column: -1, direction: 1 };

  const sorted = (found) => {
    if (order.column < 0) return found;
    const [, , value] = columns[order.column];
    const keyed = found.map((i) => ({ place: i, key: order.column < ofThePlan || made(i) ? value(i) ?? null : null }));
    const numeric = keyed.every(({ key }) => key === null || typeof key === 'number');
    keyed.forEach((entry) => { if (!numeric && entry.key !== null) entry.key = String(entry.key); });
    return keyed.sort(byKey(numeric, order.direction)).map(({ place }) => place);
  };

  const row = (i) => make('tr', {}, ...columns.map(([, numeric, value, words], column) => {
    const raw = column < ofThePlan || made(i) ? value(i) : null;
    const text = raw == null ? (column === ofThePlan ? 'not run' : '') : words ? words(raw) : raw;
    const inside = column === 0 && made(i) ? make('a', { href: runAddress(i) }, text) : text;
    return make('td', { class: numeric && 'n', title: column === 0 && text }, inside);
  }));

  const goTo = (query) => {
    history.replaceState(null, '', runsAddress(Object.entries(query).filter(([, value]) => value !== '' && value != null)));
    showRuns(query);
  };

  const filters = (query) => {
    const runs = data();
    const choice = (name, options) => {
      const select = make('select', { onchange: (event) => goTo({ ...query, [name]: event.target.value }) });
      select.append(make('option', { value: '' }, 'any'), ...options.map(([value, text]) => make('option', { value, selected: String(query[name] ?? '') === String(value) }, text)));
      return select;
    };
    const search = make('input', { type: 'search', value: query.text || '', placeholder: 'part of its name' });
    search.addEventListener('change', () => goTo({ ...query, text: search.value }));
    const others = Object.entries({ from: 'from ', below: 'below ' }).filter(([name]) => query[name]).map(([name, words]) => words + power(query[name]));
    const level = query.level === undefined || query.level === '' ? null : runs.levels[query.level];
    return make('form', { class: 'filters', onsubmit: (event) => { event.preventDefault(); goTo({ ...query, text: search.value }); } },
      make('label', {}, 'Contender', choice('contender', runs.contenders.map(([name], i) => [i, name]))),
      make('label', {}, 'Outcome', choice('outcome', [...runs.outcomes.map((id) => [id, id]), ['not-run', 'not run']])),
      level ? make('label', {}, 'Level', make('button', { type: 'button', title: 'Show all levels', onclick: () => goTo({ ...query, level: '' }) }, `${level[1]} ×`)) : make('label', {}, 'Level', search),
      others.length ? make('label', {}, 'States', make('button', { type: 'button', title: 'Show all sizes', onclick: () => goTo({ ...query, from: '', below: '' }) }, `${others.join(', ')} ×`)) : null);
  };

  const showRuns = (query) => {
    const found = sorted(matching(query));
    const rows = make('tbody');
    const more = make('button', { type: 'button', class: 'more' });
    const grow = () => {
      const shown = rows.rows.length;
      rows.append(...found.slice(shown, shown + 100).map(row));
      const rest = found.length - rows.rows.length;
      more.hidden = rest === 0;
      more.textContent = rest > 100 ? `Show 100 more of ${whole(rest)}` : `Show the last ${rest}`;
    };
    more.addEventListener('click', grow);
    grow();
    const head = make('tr', {}, ...columns.map(([name, numeric], column) => {
      const direction = order.column === column && (order.direction > 0 ? 'ascending' : 'descending');
      return make('th', { scope: 'col', class: numeric && 'n', 'aria-sort': direction }, make('button', {
        type: 'button',
        onclick: () => {
          order = { column, direction: order.column === column ? -order.direction : 1 };
          showRuns(query);
          body.querySelectorAll('th button')[column].focus();
        },
      }, name));
    }));
    const solved = found.filter((i) => data().outcome[i] === 0).length;
    title.textContent = 'Runs';
    body.replaceChildren(filters(query),
      make('p', { class: 'count', role: 'status' }, `${whole(found.length)} ${found.length === 1 ? 'run' : 'runs'}, ${whole(solved)} solved. Choose a level to see how a run is made again.`),
      make('div', { class: 'scroll' }, make('table', {}, make('thead', {}, head), rows)), more);
  };

  const list = (name, pairs) => make('section', {}, make('h3', {}, name), make('dl', {}, ...pairs.filter((pair) => pair && pair[1] != null && pair[1] !== '').map(([term, value]) => make('div', {}, make('dt', {}, term), make('dd', {}, value)))));
  const command = (what, words) => withCopyButton(make('div', { class: 'command' }, make('p', {}, what), make('pre', {}, make('code', {}, words))));

  const showRun = (id) => {
    const i = findRun(id);
    title.textContent = i < 0 ? 'No such run' : `Run ${id.slice(0, 12)}`;
    if (i < 0) {
      body.replaceChildren(make('p', {}, 'This report has no run with that name. ', make('a', { href: '#runs?' }, 'All runs')));
      return;
    }
    const runs = data();
    const at = (name) => runs[name][i];
    const [word, label, place, hash, boxes, states, optimum] = runs.levels[at('level')];
    const [contender, words, player, parameters] = runs.contenders[at('contender')];
    const [host, kind] = runs.hosts[at('host')] || ['', ''];
    const code = (text) => make('code', {}, text);
    const solved = at('outcome') === 0;
    const name = hex(runs.ids, i);
    body.replaceChildren(
      make('p', {}, make('a', { href: runsAddress({ contender: at('contender'), level: at('level') }) }, 'All runs of this contender on this level')),
      make('div', { class: 'run' },
        list('Result', [
          ['Outcome', runs.outcomes[at('outcome')] + (runs.watchdog.has(i) ? ', ended by the watchdog' : '')],
          solved && ['Pushes', whole(at('pushes')) + (optimum ? ` (optimum ${whole(optimum)})` : '')],
          solved && ['Moves', whole(at('moves'))],
          at('optimal') && ['Proven best in', runs.objectives[at('optimal') - 1]],
          ['Wall clock', `${seconds(at('wall'))} s`],
          at('cpu') != null && ['Processor', `${seconds(at('cpu'))} s`],
          ['Expanded', whole(at('expanded')) + (at('wall') > 0 ? ` (${whole(Math.round(at('expanded') / at('wall')))} per second)` : '')],
          ['Generated', whole(at('generated'))],
          ['Iterations', whole(at('expanded') + at('iterations'))],
          ['Open at the end', whole(at('open'))],
          ['Closed at the end', whole(at('expanded') + at('closed'))],
          ['Peak memory', `${memory(at('memory'))} (${whole(at('memory'))} bytes)`],
        ]),
        make('div', {},
          list('Level', [
            ['Name', make('a', { href: runsAddress({ level: at('level') }) }, label)],
            ['Place', place],
            ['Board', code(hash)],
            ['Boxes', whole(boxes)],
            ['States', `about ${(10 ** (states - Math.floor(states))).toFixed(1)} · ${power(Math.floor(states))}`],
          ]),
          list('Contender', [
            ['Name', make('a', { href: runsAddress({ contender: at('contender') }) }, contender)],
            ['Player', code(player)],
            ['Parameters', code(parameters)],
            ['Seed', String(at('seed'))],
            ['Repetition', whole(at('repetition'))],
          ])),
        list('Circumstances', [
          ['Began', `${moment(at('started'))} UTC`],
          ['Host', host],
          ['Machine', kind],
          at('load') != null && ['Load', at('load').toFixed(2)],
          ['Run', code(name)],
          ['Job', code(hex(runs.jobs, i))],
        ])),
      command('Make it again', `sokolab solve ${word}${words} --seed ${at('seed')}`),
      command('Its protocol', `sokolab protocol ${name} --database ${runs.database}`));
  };

  const follow = () => {
    const { hash } = location;
    const run = /^#run=(.*)$/.exec(hash);
    const runs = /^#runs(?:\?(.*))?$/.exec(hash);
    if (!run && !runs) { if (dialog.open) dialog.close(); return; }
    if (run) showRun(run[1].toLowerCase());
    else showRuns(Object.fromEntries(new URLSearchParams(runs[1] || '')));
    if (!dialog.open) { dialog.showModal(); title.focus(); }
    dialog.scrollTop = 0;
  };
  // The event comes late in some browsers: the button does not wait for it, and it must not close what was opened since.
  const leave = () => {
    if (!dialog.open && /^#runs?\b/.test(location.hash)) history.pushState(null, '', location.pathname + location.search);
  };
  const close = () => { dialog.close(); leave(); };
  dialog.addEventListener('close', leave);
  dialog.addEventListener('click', (event) => { if (event.target === dialog) close(); });
  byId('explorer-close').addEventListener('click', close);
  addEventListener('hashchange', follow);
  // A link to what is shown already changes nothing in the address; it must open the explorer all the same.
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a');
    const href = link && link.getAttribute('href');
    if (href && href === location.hash && !dialog.open) follow();
  });
  follow();
})();
