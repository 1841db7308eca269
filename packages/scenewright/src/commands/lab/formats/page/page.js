// Makes the page interactive: the report itself is in the HTML. Texts are always set as text.
{
  const data = JSON.parse(document.getElementById('data').textContent)
  const all = (selector, within = document) => [...within.querySelectorAll(selector)]
  for (const tools of all('.tools[hidden], .slide[hidden]')) tools.hidden = false

  filters()
  sorting()
  slider('threshold', data.thresholds.points, 'min_confidence', data.thresholds.foreign)
  slider('margin', data.margins.points, 'margin', 0)
  if (document.getElementById('map')) heatMap()

  /** An item is shown if it contains every typed word. */
  function filters() {
    for (const input of all('input[data-filters]')) {
      const items = all('.item', document.getElementById(input.dataset.filters))
      const texts = items.map(item => item.textContent.toLowerCase())
      const output = input.closest('.tools').querySelector('output')
      input.addEventListener('input', () => {
        const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
        let shown = 0
        items.forEach((item, at) => {
          item.hidden = !words.every(word => texts[at].includes(word))
          if (!item.hidden) shown++
        })
        output.textContent = words.length > 0 ? `${shown} of ${items.length}` : ''
      })
    }
  }

  /** Column headers become buttons: the greatest number first, or the first key. */
  function sorting() {
    for (const table of all('table.sortable')) {
      all('thead th[scope]', table).forEach((head, column) => {
        const button = document.createElement('button')
        button.type = 'button'
        button.append(...head.childNodes)
        head.append(button)
        button.addEventListener('click', () => sort(table, head, column))
      })
    }
  }

  function sort(table, head, column) {
    const isNumber = head.classList.contains('number')
    const before = head.getAttribute('aria-sort')
    const direction = before === 'descending' || (before === null && !isNumber) ? 'ascending' : 'descending'
    for (const other of all('thead th', table)) other.removeAttribute('aria-sort')
    head.setAttribute('aria-sort', direction)
    const sign = direction === 'ascending' ? 1 : -1
    const cellOf = row => row.children[column].dataset.value
    const compare = isNumber
      ? (a, b) => sign * (cellOf(a) - cellOf(b))
      : (a, b) => sign * (cellOf(a) < cellOf(b) ? -1 : cellOf(a) > cellOf(b) ? 1 : 0)
    const body = table.tBodies[0]
    body.append(...[...body.rows].sort(compare))
  }

  function slider(id, points, name, foreign) {
    const figure = document.getElementById(id)
    const input = figure.querySelector('input')
    const plot = figure.querySelector('.plot')
    const cursor = plot.querySelector('.cursor')
    const { left, right } = plot.dataset
    const show = () => {
      const value = Number(input.value)
      const point = points.find(each => each[name] === value)
      const x = Number(left) + ((value - input.min) / (input.max - input.min)) * (right - left)
      cursor.setAttribute('x1', x)
      cursor.setAttribute('x2', x)
      figure.querySelector('output').textContent = value
      const whole = point.right + point.asked + point.astray + point.wrong + point.none
      // The plot of thresholds shows both kinds of clarification as one line.
      const parts = { ...point, asked: id === 'threshold' ? point.asked + point.astray : point.asked }
      for (const shown of all('[data-of]', figure)) {
        const of = shown.dataset.of
        const share = of === 'foreign' ? point.foreign / (foreign || 1) : parts[of] / (whole || 1)
        shown.textContent = `${(share * 100).toFixed(1)} %`
      }
    }
    input.addEventListener('input', show)
    show()
    plot.addEventListener('pointermove', event => {
      const box = plot.getBoundingClientRect()
      const at = ((event.clientX - box.left) / box.width) * plot.viewBox.baseVal.width
      const value = Number(input.min) + ((at - left) / (right - left)) * (input.max - input.min)
      input.value = Math.round(value)
      show()
    })
  }

  function heatMap() {
    const map = document.getElementById('map')
    const details = document.getElementById('details')
    const cells = all('.cell', map)
    const first = {
      x: Number(map.querySelector('.track').getAttribute('x')),
      y: Number(map.querySelector('.track').getAttribute('y')),
    }
    const size = Number(map.dataset.size)
    const count = data.keys.length
    /** The present row of a scenario, by its index in the data; the last column keeps its own. */
    let position = [...data.keys.keys(), count]
    const infoOf = cell =>
      data.cells.find(({ row, column }) => row === Number(cell.dataset.row) && column === Number(cell.dataset.column))
    const at = cell => [position[cell.dataset.row], position[cell.dataset.column]]

    document.getElementById('order').addEventListener('change', event => {
      const places = [...data.keys.keys()]
      if (event.target.value === 'key') places.sort((a, b) => (data.keys[a] < data.keys[b] ? -1 : 1))
      if (event.target.value === 'worst') places.sort((a, b) => data.faults[b] - data.faults[a] || a - b)
      position = [...data.keys.map((_key, place) => places.indexOf(place)), count]
      place()
    })

    function place() {
      for (const part of all('[data-row], [data-column]', map)) {
        const { row, column } = part.dataset
        const isText = part.tagName === 'text'
        if (row !== undefined) part.setAttribute('y', first.y + position[row] * size + (isText ? size / 2 + 3 : 0))
        if (column !== undefined)
          part.setAttribute('x', first.x + position[column] * size + (isText ? size / 2 - 1 : 0))
        const number = part.querySelector('.place')
        if (number) number.textContent = position[row] + 1
        if (part.classList.contains('column')) part.textContent = position[column] + 1
      }
    }

    function show(cell) {
      const info = infoOf(cell)
      const own = data.keys[info.row]
      for (const text of all('text', map)) {
        const isLit = text.classList.contains('row')
          ? Number(text.dataset.row) === info.row
          : Number(text.dataset.column) === info.column
        text.classList.toggle('lit', isLit)
      }
      const other = info.column === count ? undefined : data.keys[info.column]
      const whole = data.examples[info.row]
      const said = []
      if (info.none > 0) said.push(`${info.none} of ${whole} start nothing.`)
      if (info.started > 0) said.push(`${info.started} of ${whole} start ${other === own ? 'it' : other}.`)
      if (info.asked > 0)
        said.push(
          `For ${info.asked} of ${whole} the bot asks for clarification and offers ${other === own ? 'it' : other}.`,
        )
      const title = element('p', '')
      title.append(
        element('b', own),
        document.createTextNode(other === undefined || other === own ? '' : ' and '),
        element('b', other === own ? '' : (other ?? '')),
      )
      const list = element('ul', '')
      list.append(...info.texts.map(text => element('li', text)))
      details.replaceChildren(title, ...said.map(text => element('p', text)), ...(info.texts.length > 0 ? [list] : []))
    }

    function element(name, text) {
      const made = document.createElement(name)
      made.dir = 'auto'
      made.textContent = text
      return made
    }

    /** The next cell in a direction: of those beyond, the one with the smallest offset. */
    function next(cell, [down, along]) {
      const [row, column] = at(cell)
      const distance = other => {
        const [otherRow, otherColumn] = at(other)
        const ahead = (otherRow - row) * down + (otherColumn - column) * along
        const aside = Math.abs((otherRow - row) * along) + Math.abs((otherColumn - column) * down)
        return ahead > 0 ? ahead + aside * 3 : Number.POSITIVE_INFINITY
      }
      const [nearest] = cells.map(other => [distance(other), other]).sort((a, b) => a[0] - b[0])
      return nearest[0] === Number.POSITIVE_INFINITY ? undefined : nearest[1]
    }

    function go(cell) {
      for (const other of cells) other.tabIndex = other === cell ? 0 : -1
      cell.focus()
    }

    const ways = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }
    map.addEventListener('keydown', event => {
      const way = ways[event.key]
      if (way === undefined || !event.target.classList.contains('cell')) return
      event.preventDefault()
      const to = next(event.target, way)
      if (to) go(to)
    })
    for (const cell of cells) {
      cell.addEventListener('pointerenter', () => show(cell))
      cell.addEventListener('focus', () => show(cell))
      cell.addEventListener('click', () => go(cell))
    }
    if (cells.length > 0) cells[0].tabIndex = 0
  }
}
