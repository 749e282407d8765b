// Searches all sections, headings, fields and codes of the page. page.js must be loaded first.
const search = document.querySelector('.search');
const input = search.querySelector('input');
const results = document.querySelector('#found');
let index;
search.hidden = false;

function readIndex() {
  return find('main > section, main h3[id], main h4[id], main tr[id]').map((element) => {
    const isRow = element.matches('tr');
    const isSection = element.matches('section');
    const cells = isRow ? [...element.cells].map((cell) => wordsOf(cell)) : [];
    const title = isRow
      ? element.id.startsWith('problem-')
        ? cells[1]
        : element.querySelector('th').textContent.replace(/(required|optional)$/, '')
      : wordsOf(isSection ? element.querySelector('h1, h2') : element);
    const section = element.closest('section');
    const where = isSection ? '' : wordsOf(section.querySelector('h1, h2'));
    const text = isRow ? cells.join(' ') : isSection ? '' : wordsUntilHeading(element);
    const weight = element.id.startsWith('problem-') ? 3 : isSection ? 2 : isRow ? 1 : 1.5;
    const snippet = element.id.startsWith('problem-') ? `${cells[0]}. ${cells[2]} ${cells[3]}` : isRow ? cells.at(-1) : text;
    return {
      id: element.id,
      title,
      where,
      text: isSection ? wordsUntilHeading(element.querySelector('h1, h2')) : text,
      snippet,
      weight,
    };
  });
}

/** Returns an element's text as a reader sees it. Between blocks it has spaces, which `textContent` leaves out. */
function wordsOf(element) {
  const words = [];
  let last;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    const block = parentElement.closest('p, li, td, th, dt, dd, div, pre, figcaption, h1, h2, h3, h4, .needed, th .soft, button');
    words.push(block === last ? textContent : ` ${textContent}`);
    last = block;
  }
  return words.join('').replace(/\s+/g, ' ').trim();
}

function wordsUntilHeading(heading) {
  const words = [];
  for (let next = heading.nextElementSibling; next && !next.matches('h2, h3, h4'); next = next.nextElementSibling) {
    if (!next.matches('form')) words.push(wordsOf(next));
  }
  return words.join(' ');
}

function rank(entry, words) {
  const title = entry.title.toLowerCase();
  const whole = words.join(' ');
  const text = `${title} ${entry.where} ${entry.text}`.toLowerCase();
  if (!words.every((word) => text.includes(word))) return 0;
  if (title === whole) return 1000 + entry.weight;
  if (title.startsWith(whole)) return 500 + entry.weight;
  if (words.every((word) => title.includes(word))) return 200 + entry.weight;
  return entry.weight + 1 / (1 + text.indexOf(words[0]) / 200);
}

function showFound() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  results.hidden = words.length === 0;
  if (results.hidden) return;
  index ??= readIndex();
  const found = index
    .map((entry) => ({ entry, score: rank(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 12);
  const items = found.map(({ entry }) => {
    const at = Math.max(0, (entry.snippet || entry.text).toLowerCase().indexOf(words[0]) - 40);
    const text = (entry.snippet || entry.text).slice(at, at + 160);
    const link = make('a', { href: `#${entry.id}` }, make('strong', { textContent: entry.title }));
    if (entry.where) link.append(make('span', { className: 'soft', textContent: ` in ${entry.where}` }));
    link.append(
      make('span', { className: 'snippet', textContent: `${at > 0 ? '… ' : ''}${text}${text.length === 160 ? ' …' : ''}` }),
    );
    return make('li', {}, link);
  });
  results.replaceChildren(
    items.length > 0 ? make('ul', {}, ...items) : make('p', { textContent: `Nothing has all of these words: ${input.value}` }),
  );
}
input.addEventListener('input', showFound);
search.addEventListener('submit', (event) => {
  event.preventDefault();
  results.querySelector('a')?.click();
});
search.addEventListener('keydown', (event) => {
  const found = find('a', results);
  const place = found.indexOf(document.activeElement);
  if (event.key === 'Escape') {
    results.hidden = true;
    input.focus();
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    const next = place + (event.key === 'ArrowDown' ? 1 : -1);
    (found[next] ?? (next < 0 ? input : found.at(-1)))?.focus();
  }
});
results.addEventListener('click', (event) => {
  if (event.target.closest('a')) results.hidden = true;
});
document.addEventListener('click', (event) => {
  if (!search.contains(event.target)) results.hidden = true;
});
