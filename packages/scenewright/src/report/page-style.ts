/** What every page looks like: light and dark, from a telephone's width on, and on paper. A page adds what is its own. */
export const pageStyle = `
:root {
  --page: #f7f7f5; --card: #fff; --fill: #eeeeea; --ink: #1d2125; --soft: #5b636b; --edge: #e1e2de; --link: #1858b8;
  --good: #237a59; --warn: #8f5a00; --bad: #b5362a;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171a; --card: #1c2024; --fill: #262b30; --ink: #e7e9ea; --soft: #a0a8b0; --edge: #30363c; --link: #86b4ff;
    --good: #4fbf93; --warn: #e3a548; --bad: #f0796c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 15px / 1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums;
}
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; background: var(--card); color: var(--link); padding: 8px; z-index: 3; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
h1 { font-size: 28px; line-height: 1.2; margin: 40px 0 6px; letter-spacing: -0.02em; font-weight: 650; }
h2 { font-size: 20px; margin: 0 0 8px; letter-spacing: -0.01em; font-weight: 650; }
p { margin: 0 0 12px; }
a { color: var(--link); }
code { font: 0.92em / 1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
q { quotes: "\\201c" "\\201d"; }
summary { cursor: pointer; }
.soft, .lead, footer { color: var(--soft); }
footer { margin-top: 32px; padding-top: 16px; padding-bottom: 32px; border-top: 1px solid var(--edge); font-size: 13.5px; }
@media (max-width: 640px) {
  h1 { font-size: 24px; margin-top: 26px; }
}
@media print {
  :root { --page: #fff; --card: #fff; }
}
`
