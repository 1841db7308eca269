// Shows the flows that the extension sends, and sends back the node that the user clicks.
const editor = acquireVsCodeApi()
const flow = document.getElementById('flow')
const message = document.getElementById('message')
const { nonce } = flow.dataset
let drawn = ''
/** The ids of the nodes, in the order of the drawing. */
let ids = []

addEventListener('message', ({ data }) => {
  message.textContent = data.message
  if (data.svg !== drawn) draw(data.svg)
  ids = data.nodes
  mark(data.node)
})

/** A text that is no drawing is not shown: the last drawing stays. */
function draw(svg) {
  drawn = svg
  if (svg === '') {
    flow.replaceChildren()
    return
  }
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml')
  if (documentElement.nodeName !== 'svg') return
  for (const style of documentElement.querySelectorAll('style')) style.setAttribute('nonce', nonce)
  flow.replaceChildren(document.adoptNode(documentElement))
}

/** Marks the node with this id, and scrolls to it if it is out of sight. */
function mark(id) {
  for (const [index, node] of flow.querySelectorAll('.node').entries()) {
    const isCurrent = id !== undefined && ids[index] === id
    node.classList.toggle('current', isCurrent)
    if (isCurrent) node.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
}

flow.addEventListener('click', ({ target }) => {
  const node = ids[Array.from(flow.querySelectorAll('.node')).indexOf(target.closest('.node'))]
  if (node !== undefined) editor.postMessage({ kind: 'open', node })
})

editor.postMessage({ kind: 'ready' })
