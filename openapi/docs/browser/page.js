// Adds copy buttons, language tabs, search, a mark for the current section in the sidebar, and "Try it". Without this script, the
// page still shows all its content.
const root = document.documentElement;
root.classList.add('script');

const find = (selector, within = document) => [...within.querySelectorAll(selector)];
const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};

function addCopy(figure, text) {
  const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' });
  button.setAttribute('aria-label', `Copy: ${figure.querySelector('figcaption').textContent}`);
  button.addEventListener('click', async () => {
    const copied = await copy(text());
    button.textContent = copied ? 'Copied' : 'Not copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  figure.append(button);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers offer no clipboard API to a page that was loaded over plain HTTP.
    const box = make('textarea', { value: text });
    document.body.append(box);
    box.select();
    const copied = document.execCommand('copy');
    box.remove();
    return copied;
  }
}
for (const figure of find('figure.code')) addCopy(figure, () => figure.querySelector('code').textContent);

// Turns the samples into language tabs. A language is chosen for the whole page. The browser's own search still finds text
// in hidden languages.
const groups = find('.samples').map((group, index) => {
  const panels = find('.sample', group);
  const list = make('div', { className: 'tabs' });
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  const tabs = panels.map((panel, place) => {
    const label = panel.querySelector('figcaption').textContent;
    const tab = make('button', { type: 'button', textContent: label, id: `tab-${index}-${place}` });
    panel.id = `sample-${index}-${place}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    tab.addEventListener('click', () => chooseLanguage(label));
    panel.addEventListener('beforematch', () => chooseLanguage(label));
    return tab;
  });
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
    next.click();
    next.focus();
  });
  list.append(...tabs);
  group.prepend(list);
  return { tabs, panels };
});

function chooseLanguage(label) {
  for (const { tabs, panels } of groups) {
    const chosen = Math.max(
      0,
      tabs.findIndex((tab) => tab.textContent === label),
    );
    tabs.forEach((tab, place) => {
      tab.setAttribute('aria-selected', String(place === chosen));
      tab.tabIndex = place === chosen ? 0 : -1;
      if (place === chosen) panels[place].removeAttribute('hidden');
      else panels[place].setAttribute('hidden', 'until-found');
    });
  }
}
chooseLanguage('curl');

// Makes a table focusable if it is wider than the page, so that it can be scrolled with the keyboard.
const names = new Map();
function makeReachable() {
  for (const box of find('.scroll')) {
    const wide = box.scrollWidth > box.clientWidth;
    if (wide) {
      box.tabIndex = 0;
      box.setAttribute('role', 'region');
      if (!names.has(box)) {
        const title = box.closest('section')?.querySelector('h2, h1')?.textContent ?? 'Table';
        names.set(box, `Table in ${title}, ${[...names.keys()].length + 1}`);
      }
      box.setAttribute('aria-label', names.get(box));
    } else for (const name of ['tabindex', 'role', 'aria-label']) box.removeAttribute(name);
  }
}
makeReachable();
addEventListener('resize', makeReachable);

// Prepares the sidebar: it is collapsed on a phone, and marks the section that is visible.
const contents = document.querySelector('nav details');
const narrow = matchMedia('(width < 64rem)');
const fold = () => {
  contents.open = !narrow.matches;
};
fold();
narrow.addEventListener('change', fold);
contents.addEventListener('click', (event) => {
  if (narrow.matches && event.target.closest('a')) contents.open = false;
});
const links = new Map(find('nav a[href^="#"]').map((link) => [link.hash.slice(1), link]));
const seen = new Set();
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) seen[isIntersecting ? 'add' : 'delete'](target.id);
    const first = find('main > section').find(({ id }) => seen.has(id));
    for (const [id, link] of links) {
      if (id === first?.id) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  },
  { rootMargin: '-90px 0px -85% 0px' },
);
for (const section of find('main > section')) watcher.observe(section);
