import { flowStyle } from './flow-style.ts'

/** The style of a picture: light and dark, and no mark by colour alone. */
export const svgStyle = `
svg { --page: #fff; --card: #f7f7f5; --ink: #1d2125; --soft: #5b636b; --line: #6b737b; --good: #237a59; --bad: #b5362a; color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  svg { --page: #14171a; --card: #1c2024; --ink: #e7e9ea; --soft: #a0a8b0; --line: #8d959d; --good: #4fbf93; --bad: #f0796c; }
}
svg { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
.page { fill: var(--page); }${flowStyle}svg .legend { fill: var(--soft); text-anchor: start; font-size: 12px; }
.node.covered rect { stroke: var(--good); stroke-width: 2.5; stroke-dasharray: none; }
.node.uncovered rect { stroke: var(--bad); stroke-width: 2; stroke-dasharray: 7 4; }
.node.beyond rect { stroke-dasharray: 2 3; }
.link { fill: none; stroke: var(--line); stroke-width: 1.4; }
.link.covered { stroke: var(--good); stroke-width: 2.4; }
.link.uncovered { stroke: var(--bad); stroke-dasharray: 7 4; }
.link.beyond { stroke-dasharray: 2 3; }
.weight-2 { stroke-width: 2.6; } .weight-3 { stroke-width: 4; } .weight-4 { stroke-width: 6; }
`
