import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Expects that axe reports nothing on a page of this width, light and dark, and that nothing overflows. */
export async function expectAccessible(page: Page, width: number): Promise<void> {
  // The page's own policy lets no other script in; the debugger's door is open.
  await page.evaluate(axe.source)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await page.evaluate('document.documentElement.scrollWidth'), colorScheme).toBe(width)
    const found = await page.evaluate(
      'axe.run({ resultTypes: ["violations"] }).then(({ violations, passes }) => [violations, passes.length > 15])',
    )
    expect(found, colorScheme).toEqual([[], true])
  }
}
