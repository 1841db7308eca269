// Makes the page interactive: the changes themselves are in the HTML. Texts are always set as text.
{
  const { drawings } = JSON.parse(document.getElementById('data').textContent)
  const all = (selector, within) => [...within.querySelectorAll(selector)]
  const badges = {
    added: '+ new',
    removed: '\u2212 gone',
    lost: '! cut off',
    changed: '~ changed',
    renamed: '\u2192 renamed',
  }
  const drawn = new WeakSet()
  /** The minimum scale of a drawing at which its text is readable. */
  const least = 0.5

  /** Parts that are expanded initially are drawn when they come near the view. */
  const near = new IntersectionObserver(
    entries => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) open(target)
    },
    { rootMargin: '400px' },
  )

  for (const details of all('details.scenario', document)) {
    // Observing again triggers the callback. The browser also fires toggle for parts that are expanded initially.
    details.addEventListener('toggle', () => {
      near.unobserve(details)
      near.observe(details)
    })
    near.observe(details)
  }

  const filter = document.getElementById('filter')
  if (filter) filterBy(filter)

  /** A scenario is shown if its key, its title or its kind of change contains every typed word. */
  function filterBy(input) {
    const items = all('details.scenario', document)
    const texts = items.map(item => item.querySelector('summary').textContent.toLowerCase())
    const tools = input.closest('.filter')
    tools.hidden = false
    input.addEventListener('input', () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
      let shown = 0
      for (const [at, item] of items.entries()) {
        item.hidden = !words.every(word => texts[at].includes(word))
        if (!item.hidden) shown += 1
      }
      tools.querySelector('output').textContent = words.length > 0 ? `${shown} of ${items.length}` : ''
    })
  }

  /** Flows are drawn when they are first visible: of hundreds, most never are. */
  function open(details) {
    if (!details.open || drawn.has(details)) return
    drawn.add(details)
    near.unobserve(details)
    const drawing = drawings[details.dataset.drawing]
    const flows = details.querySelector('.flows')
    if (drawing.nodes.length === 0) return
    flows.hidden = false
    // A small flow needs only a small frame.
    flows.style.setProperty('--height', `${Math.max(200, Math.ceil(drawing.height))}px`)
    const sheets = all('svg', flows).map(svg => sheet(svg, drawing))
    const view = createView(sheets, drawing)
    controls(flows, sheets, view)
    choices(details, sheets, { view, drawing })
  }

  /** One side: the parts by their numbers, some of which may be missing. */
  function sheet(svg, { nodes, links }) {
    const { side } = svg.dataset
    const head = `${svg.getAttribute('aria-labelledby')}-arrow`
    const marker = make('marker', { id: head, viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: 9, markerHeight: 9 })
    marker.setAttribute('markerUnits', 'userSpaceOnUse')
    marker.setAttribute('orient', 'auto')
    marker.append(make('path', { class: 'arrow', d: 'M0 0L10 5L0 10z' }))
    const defs = make('defs', {})
    defs.append(marker)
    const lines = links.map(link => (link[side] === undefined ? undefined : drawLink(link, link[side], head)))
    const boxes = nodes.map(node => drawNode(node, node[side]))
    svg.append(defs, ...lines.filter(Boolean), ...boxes)
    return { svg, lines, boxes }
  }

  function drawLink({ path, mark, label }, text, head) {
    const group = make('g', { class: `link ${mark}` })
    group.append(make('path', { d: path, 'marker-end': `url(#${head})` }))
    if (label && text !== '') group.append(write(text, { class: 'label', x: label.x, y: label.y + 4 }))
    return group
  }

  function drawNode({ x, y, width, height, mark }, own) {
    const group = make('g', { class: own ? `node ${own.look} ${mark}` : 'node absent' })
    const [left, top] = [x - width / 2, y - height / 2]
    const isEnd = own?.look.startsWith('end')
    group.append(make('rect', { x: left, y: top, width, height, rx: isEnd ? Math.min(height / 2, 22) : 8 }))
    if (own === undefined) return group
    const lines = [...own.name, ...own.text]
    const first = y - (lines.length * 17) / 2 + 13
    lines.forEach((line, index) => {
      group.append(write(line, { class: index < own.name.length ? 'name' : 'text', x, y: first + index * 17 }))
    })
    if (badges[mark]) group.append(write(badges[mark], { class: 'badge', x: left + 6, y: top - 6 }))
    if (own.look.endsWith('start')) group.append(write('start', { class: 'origin', x: x + width / 2 - 6, y: top - 6 }))
    return group
  }

  /** The visible part of the drawing, the same on both sides. */
  function createView(sheets, { width, height, nodes }) {
    const state = { x: width / 2, y: height / 2, scale: 1 }
    const size = () => {
      const { clientWidth, clientHeight } = sheets[0].svg
      return { across: Math.max(1, clientWidth), down: Math.max(1, clientHeight) }
    }
    const apply = () => {
      const { across, down } = size()
      const [seenAcross, seenDown] = [across / state.scale, down / state.scale]
      for (const { svg } of sheets) {
        svg.setAttribute('viewBox', `${state.x - seenAcross / 2} ${state.y - seenDown / 2} ${seenAcross} ${seenDown}`)
      }
    }
    const fit = () => Math.min(1, size().across / width, size().down / height)
    const view = {
      /** Zooms at a point of the drawing, which keeps its position. */
      zoom(factor, at = state) {
        const scale = Math.min(3, Math.max(Math.min(0.2, fit()), state.scale * factor))
        const ratio = state.scale / scale
        Object.assign(state, { x: at.x + (state.x - at.x) * ratio, y: at.y + (state.y - at.y) * ratio, scale })
        apply()
      },
      move(across, down) {
        state.x = Math.min(width, Math.max(0, state.x + across / state.scale))
        state.y = Math.min(height, Math.max(0, state.y + down / state.scale))
        apply()
      },
      whole() {
        Object.assign(state, { x: width / 2, y: height / 2, scale: fit() })
        apply()
      },
      /** Whether a rectangle of the drawing can be shown as a whole at a readable size. */
      holds({ left, top, right, bottom }) {
        return size().across / (right - left + 60) >= least && size().down / (bottom - top + 60) >= least
      },
      /** Moves a rectangle of the drawing as near to the center as possible, at a readable size. */
      see({ left, top, right, bottom }) {
        const { across, down } = size()
        const fitting = Math.min(across / (right - left + 60), down / (bottom - top + 60))
        const scale = Math.min(1.2, Math.max(least, Math.min(fitting, Math.max(state.scale, 0.8))))
        state.x = within((left + right) / 2, across / scale, width)
        state.y = within((top + bottom) / 2, down / scale, height)
        state.scale = scale
        apply()
      },
      /** The position of a screen event in the drawing. */
      pointOf(svg, { clientX, clientY }) {
        const box = svg.getBoundingClientRect()
        return {
          x: state.x + (clientX - box.left - box.width / 2) / state.scale,
          y: state.y + (clientY - box.top - box.height / 2) / state.scale,
        }
      },
    }
    view.whole()
    // Of a flow that is too large to be readable as a whole, the changes are shown first.
    const first = nodes.find(({ mark }) => mark !== 'same')
    if (fit() < 0.4 && first) view.see(around([first]))
    new ResizeObserver(apply).observe(sheets[0].svg)
    return view
  }

  /** The center of the view, limited so that it stays within the drawing. */
  function within(middle, seen, whole) {
    return seen >= whole ? whole / 2 : Math.min(whole - seen / 2, Math.max(seen / 2, middle))
  }

  const step = 60
  const keys = {
    '+': view => view.zoom(1.25),
    '=': view => view.zoom(1.25),
    '-': view => view.zoom(0.8),
    0: view => view.whole(),
    ArrowLeft: view => view.move(-step, 0),
    ArrowRight: view => view.move(step, 0),
    ArrowUp: view => view.move(0, -step),
    ArrowDown: view => view.move(0, step),
  }
  const tools = { in: keys['+'], out: keys['-'], whole: keys[0] }

  function controls(flows, sheets, view) {
    for (const button of all('[data-do]', flows)) {
      button.addEventListener('click', () => tools[button.dataset.do](view))
    }
    for (const { svg } of sheets) {
      svg.addEventListener('keydown', event => {
        if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return
        event.preventDefault()
        keys[event.key](view)
      })
      // A wheel over a flow that has not been activated continues to scroll the page.
      svg.addEventListener(
        'wheel',
        event => {
          if (document.activeElement !== svg && !event.ctrlKey) return
          event.preventDefault()
          view.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, view.pointOf(svg, event))
        },
        { passive: false },
      )
      drag(svg, view)
    }
  }

  function drag(svg, view) {
    let last
    svg.addEventListener('pointerdown', event => {
      if (event.button !== 0) return
      last = event
      svg.setPointerCapture(event.pointerId)
    })
    svg.addEventListener('pointermove', event => {
      if (last === undefined) return
      view.move(last.clientX - event.clientX, last.clientY - event.clientY)
      last = event
    })
    for (const name of ['pointerup', 'pointercancel']) {
      svg.addEventListener(name, () => {
        last = undefined
      })
    }
  }

  /** Selecting a change highlights its parts on both sides, and brings them into view. */
  function choices(details, sheets, { view, drawing }) {
    const buttons = all('.show', details)
    const said = details.querySelector('.said')
    const numbersIn = text => (text === '' ? [] : text.split(' ').map(Number))
    const light = (nodes, links) => {
      for (const { boxes, lines } of sheets) {
        for (const [index, box] of boxes.entries()) box.classList.toggle('lit', nodes.includes(index))
        for (const [index, line] of lines.entries()) line?.classList.toggle('lit', links.includes(index))
      }
    }
    const choose = chosen => {
      for (const button of buttons) button.setAttribute('aria-pressed', String(button === chosen))
      const { walk = '', nodes: named = '', links = '' } = chosen?.dataset ?? {}
      const own = numbersIn(named)
      const nodes = [...new Set([...numbersIn(walk), ...own])]
      light(nodes, numbersIn(links))
      const names = nodes.map(index => (drawing.nodes[index].head ?? drawing.nodes[index].base).name.join(' '))
      said.textContent = names.length > 0 ? `In view: ${names.join(', ')}` : ''
      if (nodes.length === 0) return
      const all = around(nodes.map(index => drawing.nodes[index]))
      // Of a walk that is too long to be shown as a whole, its end is shown.
      view.see(view.holds(all) || own.length === 0 ? all : around(own.map(index => drawing.nodes[index])))
      sheets[0].svg.scrollIntoView({ block: 'nearest' })
    }
    for (const button of buttons) {
      button.hidden = false
      button.addEventListener('click', () => {
        choose(button.getAttribute('aria-pressed') === 'true' ? undefined : button)
      })
    }
    details.addEventListener('keydown', event => {
      if (event.key === 'Escape') choose(undefined)
    })
  }

  function around(nodes) {
    return {
      left: Math.min(...nodes.map(({ x, width }) => x - width / 2)),
      right: Math.max(...nodes.map(({ x, width }) => x + width / 2)),
      top: Math.min(...nodes.map(({ y, height }) => y - height / 2)),
      bottom: Math.max(...nodes.map(({ y, height }) => y + height / 2)),
    }
  }

  function make(name, attributes) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name)
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
    return element
  }

  function write(text, attributes) {
    const element = make('text', attributes)
    element.textContent = text
    return element
  }
}
