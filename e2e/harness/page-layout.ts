import type { Page } from 'playwright-core'

/**
 * Controls less than `height` px high or less than 24 px wide, except links within a sentence. An area around or over a
 * control that can be pressed counts as the control.
 */
export function smallTargets(page: Page, height: number): Promise<string[]> {
  return page.evaluate((height) => {
    const targets = new Set<string>()
    for (const control of document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')) {
      const target = control.matches('[type=checkbox], [type=radio]') ? (control.closest('label') ?? control) : control
      const { width, height: boxHeight } = target.getBoundingClientRect()
      if (!control.checkVisibility() || width < 2 || getComputedStyle(target).display === 'inline') continue
      const overlay = getComputedStyle(target, '::after')
      const overlayHeight =
        overlay.position === 'absolute' && overlay.content !== 'none' ? Number.parseFloat(overlay.height) : 0
      const pressHeight = Math.max(boxHeight, overlayHeight)
      if (width + 0.5 < 24 || pressHeight + 0.5 < height)
        targets.add(
          `${Math.round(width)} × ${Math.round(pressHeight)}: ${control.ariaLabel ?? control.textContent?.trim().slice(0, 40)}`,
        )
    }
    return [...targets]
  }, height)
}

/** Spaces letters, words and lines as widely as a person may ask for (WCAG 1.4.12). */
export function spaceText(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    )
    document.adoptedStyleSheets.push(sheet)
  })
}

/** Waits until a change is laid out and its animations have ended, except endless ones, as while loading or by scrolling. */
export async function waitForLayout(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect, timeline }) =>
          playState !== 'running' ||
          timeline !== document.timeline ||
          effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  )
}
