/** The style of our pages: that of the docs, in the reader's choice of light or dark, with nothing to load. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1a1c21, #eceef3);
  --soft: light-dark(#555761, #b4b7c2);
  --page: light-dark(#fff, #1f2229);
  --panel: light-dark(#f5f6f8, #2a2d36);
  --line: light-dark(#d9dbe1, #444854);
  --link: light-dark(#1a56c4, #8fb4ff);
}
body {
  max-width: 42rem;
  margin: 0 auto;
  padding: clamp(1.5rem, 6vh, 4rem) 1.25rem;
  color: var(--text);
  background: var(--page);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
h1 {
  margin: 0.5rem 0 1.25rem;
  font-size: clamp(1.5rem, 5vw, 2rem);
  line-height: 1.2;
}
h2 {
  margin: 0 0 0.35rem;
  color: var(--soft);
  font-size: 0.875rem;
  font-weight: 600;
}
p {
  margin: 0 0 0.5rem;
}
a {
  color: var(--link);
}
code {
  font: 0.9em ui-monospace, "SFMono-Regular", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  overflow-wrap: anywhere;
}
.soft {
  color: var(--soft);
}
.badge {
  display: inline-block;
  margin-right: 0.6rem;
  padding: 0.1rem 0.6rem;
  color: #fff;
  background: #1a56c4;
  border-radius: 6px;
  font-weight: 600;
}
.panel {
  margin: 1rem 0;
  padding: 1rem 1.25rem;
  background: var(--panel);
  border: 1px solid var(--line);
  border-radius: 10px;
}
.panel p:last-child {
  margin: 0;
}
nav {
  display: flex;
  flex-wrap: wrap;
  gap: 0.4rem 1.5rem;
  margin-top: 2rem;
}
`;
