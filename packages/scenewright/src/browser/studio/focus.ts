/**
 * After a button was pressed that is gone then: gives the focus to what is near, so that the next Tab does not begin at
 * the top of the page.
 */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const near = document.querySelector<HTMLElement>('.inspector') ?? document.getElementById('main')
    near?.focus({ preventScroll: true })
  })
}
