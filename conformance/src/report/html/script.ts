/** The page's script: the filter, the search, the copy buttons, and opening the requirement that the URL points to. */
export const script = `
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
document.documentElement.classList.add('script');
const search = document.querySelector('[type=search]');
const boxes = all('.verdicts input');
function filter() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const shown = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  let any = false;
  for (const group of all('.group')) {
    let some = false;
    for (const one of all('.requirement', group)) {
      const match = shown.has(group.dataset.verdict) && words.every((word) => one.dataset.text.includes(word));
      one.hidden = !match;
      some ||= match;
    }
    group.hidden = !some;
    const fold = group.querySelector('.fold');
    if (fold && words.length > 0 && all('.requirement', fold).some((one) => !one.hidden)) fold.open = true;
    any ||= some;
  }
  document.querySelector('.none').hidden = any;
}
search.addEventListener('input', filter);
for (const box of boxes) box.addEventListener('change', filter);
document.querySelector('.filter').addEventListener('submit', (event) => event.preventDefault());
// The buttons open or close requirements only. Exchanges and further examples inside them are opened one by one.
for (const button of all('.folds button')) button.addEventListener('click', () => {
  for (const one of all('.fold, .requirement')) one.open = button.value === 'open';
});
function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = named; at; at = at.parentElement) if (at.matches('details')) at.open = true;
  named?.scrollIntoView();
}
addEventListener('hashchange', openNamed);
openNamed();
for (const shell of all('.shell')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    const text = shell.querySelector('code').textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(shell.querySelector('code'));
      button.textContent = 'Selected';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });
  shell.append(button);
}
`;
