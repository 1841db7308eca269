/** How the parts of a flow look, in a picture and on a page; it takes its colours from around it. */
export const flowStyle = `
svg text { font-size: 13px; fill: var(--ink); text-anchor: middle; unicode-bidi: plaintext; }
svg .name { font-weight: 600; }
svg .text { fill: var(--soft); }
svg .origin { fill: var(--soft); text-anchor: end; font-size: 11.5px; }
svg .label { font-size: 12px; stroke: var(--page); stroke-width: 5px; paint-order: stroke; }
.node rect { fill: var(--card); stroke: var(--line); stroke-width: 1.2; }
.node.end rect { fill: var(--page); stroke-width: 2; }
.node.other rect { stroke-dasharray: 2 3; }
.node.missing rect { stroke: var(--bad); stroke-dasharray: 5 4; fill: none; }
.node.start rect { stroke-width: 3; }
.arrow { fill: var(--line); fill: context-stroke; }
`
