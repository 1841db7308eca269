/** What only the page of a plan has. */
export const planStyle = `
body { overflow-wrap: anywhere; }
main { max-width: 960px; margin: 0 auto; padding: 0 24px; }
.verdict { font-size: 18px; }
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
summary { color: var(--soft); }
details li bdi { white-space: pre-line; }
details ul { margin: 4px 0; padding-left: 20px; }
.breaking { color: var(--bad); }
.risky { color: var(--warn); }
@media (max-width: 560px) {
  main { padding: 0 16px; }
  .rows > li { padding: 10px 12px; }
  .key, .steps { display: block; margin: 4px 0 0; }
}
@media print {
  .rows > li { break-inside: avoid; }
}
`
