import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const folder = process.env.PICTURES

/** Keeps pictures of the whole page, as it is and on a phone, in the folder that PICTURES names; does nothing without it. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  const size = page.viewportSize()
  await capture(page, join(folder, `${name}.webp`))
  await page.setViewportSize({ width: 390, height: 844 })
  await capture(page, join(folder, `${name}-390.webp`))
  if (size) await page.setViewportSize(size)
}

async function capture(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { cssContentSize } = await session.send('Page.getLayoutMetrics')
  const clip = { x: 0, y: 0, width: cssContentSize.width, height: cssContentSize.height, scale: 1 }
  const format = { format: 'webp', quality: 70 } as const
  const { data } = await session.send('Page.captureScreenshot', { ...format, captureBeyondViewport: true, clip })
  await session.detach()
  writeFileSync(path, Buffer.from(data, 'base64'))
}
