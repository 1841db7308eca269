/** The style of the page of a plan: light and dark, from a telephone's width on, and on paper. */
export const pageStyle = `
:root {
  --page: #f7f7f5; --card: #ffffff; --ink: #1d2125; --soft: #5b636b; --edge: #e1e2de;
  --good: #237a59; --warn: #8f5a00; --bad: #b5362a;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171a; --card: #1c2024; --ink: #e7e9ea; --soft: #a0a8b0; --edge: #30363c;
    --good: #4fbf93; --warn: #e3a548; --bad: #f0796c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 15px / 1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
main { max-width: 960px; margin: 0 auto; padding: 0 24px; }
h1 { font-size: 28px; line-height: 1.2; margin: 40px 0 6px; letter-spacing: -0.02em; font-weight: 650; }
p { margin: 0 0 12px; }
.verdict { font-size: 18px; }
.soft, footer { color: var(--soft); }
footer { margin: 32px 0; padding-top: 16px; border-top: 1px solid var(--edge); font-size: 13.5px; }
code { font: 0.92em / 1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.rows { list-style: none; margin: 24px 0; padding: 0; border: 1px solid var(--edge); border-radius: 10px; background: var(--card); }
.rows > li { padding: 10px 16px; }
.rows > li + li { border-top: 1px solid var(--edge); }
.mark {
  display: inline-block; min-width: 5.6em; margin-right: 8px; padding: 0 8px; border: 1px solid currentColor;
  border-radius: 99px; text-align: center; font-size: 12.5px; font-weight: 600; color: var(--soft);
}
.key { font-weight: 600; margin-right: 10px; }
.steps { margin-right: 10px; }
.new .mark, .live .mark { color: var(--good); }
.change .mark { color: var(--warn); }
.unknown .mark, .stale .mark, .off .mark, .unknown .steps { color: var(--bad); }
.answer { margin: 4px 0 0; }
details { margin-top: 6px; }
summary { cursor: pointer; color: var(--soft); }
details ul { margin: 4px 0; padding-left: 20px; }
.breaking { color: var(--bad); }
.risky { color: var(--warn); }
@media (max-width: 560px) {
  main { padding: 0 16px; }
  h1 { font-size: 24px; margin-top: 26px; }
  .rows > li { padding: 10px 12px; }
  .key, .steps { display: block; margin: 4px 0 0; }
}
@media print {
  :root { --page: #fff; --card: #fff; }
  .rows > li { break-inside: avoid; }
}
`
