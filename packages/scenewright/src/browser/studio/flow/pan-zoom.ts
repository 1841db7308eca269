import { useEffect, useRef } from 'preact/hooks'

interface Place {
  readonly x: number
  readonly y: number
  readonly scale: number
}

const limits = { least: 0.1, most: 3 }

/** Moves and scales the content of a frame, only by its transform: nothing is drawn again while it moves. */
export function usePanZoom(
  size: { readonly width: number; readonly height: number },
  subject: string,
  onPick: (node: string) => void,
) {
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const place = useRef<Place>({ x: 0, y: 0, scale: 1 })
  /** Where the pointer was last while it is held: also when the page is drawn again meanwhile. */
  const held = useRef<Pick<Place, 'x' | 'y'> | undefined>(undefined)

  const moveTo = (next: Place) => {
    place.current = next
    if (content.current !== null)
      content.current.style.transform = `translate(${next.x}px, ${next.y}px) scale(${next.scale})`
  }
  const pan = (x: number, y: number) => moveTo({ ...place.current, x: place.current.x + x, y: place.current.y + y })
  /** Scales around a point of the frame, by default its middle. */
  const zoom = (factor: number, at?: { readonly x: number; readonly y: number }) => {
    const { x, y, scale } = place.current
    const next = Math.min(limits.most, Math.max(limits.least, scale * factor))
    const center = at ?? { x: (frame.current?.clientWidth ?? 0) / 2, y: (frame.current?.clientHeight ?? 0) / 2 }
    moveTo({
      scale: next,
      x: center.x - ((center.x - x) * next) / scale,
      y: center.y - ((center.y - y) * next) / scale,
    })
  }
  /** Shows the whole content, not larger than it is. */
  const fit = () => {
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {}
    const scale = Math.max(limits.least, Math.min(1, clientWidth / size.width, clientHeight / size.height))
    moveTo({
      scale,
      x: (clientWidth - size.width * scale) / 2,
      y: Math.max(0, (clientHeight - size.height * scale) / 2),
    })
  }
  /** Moves a part into view if it is outside. */
  const reveal = (part: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }) => {
    const { x, y, scale } = place.current
    const { clientWidth = 0, clientHeight = 0 } = frame.current ?? {}
    const [left, top] = [part.x * scale + x, part.y * scale + y]
    const isVisible =
      left >= 0 && top >= 0 && left + part.width * scale <= clientWidth && top + part.height * scale <= clientHeight
    if (isVisible) return
    moveTo({
      scale,
      x: clientWidth / 2 - (part.x + part.width / 2) * scale,
      y: clientHeight / 2 - (part.y + part.height / 2) * scale,
    })
  }

  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const onDown = (event: PointerEvent) => {
      if (event.button === 0) held.current = { x: event.clientX, y: event.clientY }
    }
    const onMove = (event: PointerEvent) => {
      const from = held.current
      if (from === undefined) return
      // A click stays a click: only a movement takes the pointer.
      const isStill = Math.hypot(event.clientX - from.x, event.clientY - from.y) < 4
      if (!element.hasPointerCapture(event.pointerId)) {
        if (isStill) return
        element.setPointerCapture(event.pointerId)
        content.current?.classList.add('moving')
      }
      pan(event.clientX - from.x, event.clientY - from.y)
      held.current = { x: event.clientX, y: event.clientY }
    }
    const onUp = () => {
      held.current = undefined
      content.current?.classList.remove('moving')
    }
    const onClick = ({ target }: MouseEvent) => {
      const node = target instanceof Element ? target.closest('[data-node]')?.getAttribute('data-node') : undefined
      if (node) onPick(node)
    }
    const onWheel = (event: WheelEvent) => {
      // The page scrolls past the picture as ever: with Control, or by two fingers, it is zoomed.
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      zoom(Math.exp(-event.deltaY / 300), { x: event.clientX - left, y: event.clientY - top })
    }
    const onKey = (event: KeyboardEvent) => {
      const action = keys[event.key]
      if (action === undefined || event.ctrlKey || event.metaKey || event.altKey || event.target !== element) return
      event.preventDefault()
      if (action === 'fit') fit()
      else if (typeof action === 'number') zoom(action)
      else pan(action[0], action[1])
    }
    element.addEventListener('pointerdown', onDown)
    element.addEventListener('pointermove', onMove)
    element.addEventListener('pointerup', onUp)
    element.addEventListener('pointercancel', onUp)
    element.addEventListener('click', onClick)
    element.addEventListener('wheel', onWheel, { passive: false })
    element.addEventListener('keydown', onKey)
    return () => {
      element.removeEventListener('pointerdown', onDown)
      element.removeEventListener('pointermove', onMove)
      element.removeEventListener('pointerup', onUp)
      element.removeEventListener('pointercancel', onUp)
      element.removeEventListener('click', onClick)
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('keydown', onKey)
    }
  })
  useEffect(fit, [subject])
  return { frame, content, zoom, fit, reveal }
}

const keys: Readonly<Record<string, readonly [number, number] | number | 'fit'>> = {
  ArrowLeft: [60, 0],
  ArrowRight: [-60, 0],
  ArrowUp: [0, 60],
  ArrowDown: [0, -60],
  '+': 1.25,
  '=': 1.25,
  '-': 0.8,
  '0': 'fit',
}
