import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, startPortal } from './portal.ts'
import { openBrowser, type Visitor, visit } from './visitor.ts'

let portal: Portal
let browser: Browser
let asa: Visitor
beforeAll(async () => {
  portal = await startPortal({ DEMO: 'auto' })
  browser = await openBrowser()
  asa = await visit(browser, portal.address)
  await asa.page.goto('/orders')
  await asa.signIn('asa@demo.example', 'quiet harbour lantern seventeen')
})
afterAll(async () => {
  await browser?.close()
  await portal?.stop()
})

const box = () => asa.page.getByRole('combobox', { name: 'Search All Documents' })
const options = () => asa.page.getByRole('option')

describe('the search in the header', () => {
  test('an empty box has a button that does nothing, and Enter stays where one is', async () => {
    const { page } = asa
    await page.getByPlaceholder('Search All Documents').waitFor()
    const button = page.getByRole('button', { name: 'Search', exact: true })
    expect(await button.isDisabled()).toBe(true)
    await box().press('Enter')
    expect(new URL(page.url()).pathname).toBe('/orders')
    await box().fill('pur')
    expect(await button.isDisabled()).toBe(false)
    await button.click()
    await page.waitForURL('**/masterSearch/pur')
  })

  test('the best documents stand under the box while one types, and the arrow keys lead to one of them', async () => {
    const { page } = asa
    await page.goto('/orders')
    const number = ((await page.getByRole('link', { name: /^SO/ }).first().textContent()) ?? '').trim()
    await box().pressSequentially(number.toLowerCase())
    await options().filter({ hasText: number }).first().waitFor()
    await asa.checkAccess('suggestions')
    await box().press('ArrowDown')
    const marked = await box().getAttribute('aria-activedescendant')
    expect(await page.locator(`[id="${marked}"]`).getAttribute('aria-selected')).toBe('true')
    expect(await page.locator(`[id="${marked}"]`).textContent()).toContain(number)
    await box().press('Enter')
    await page.waitForURL(`**/orders/${encodeURIComponent(number)}`)
    expect(asa.complaints()).toEqual([])
  })

  test('Escape closes the suggestions and keeps the text', async () => {
    await asa.page.goto('/orders')
    await box().pressSequentially('pur')
    await options().first().waitFor()
    await box().press('Escape')
    await options().first().waitFor({ state: 'detached' })
    expect(await box().inputValue()).toBe('pur')
    expect(await box().getAttribute('aria-expanded')).toBe('false')
  })

  test('what was searched lately is offered again, can be forgotten, and is gone after signing out', async () => {
    const { page } = asa
    const kept = () => page.evaluate(() => localStorage.getItem('recentSearches'))
    await box().fill('gravel')
    await box().press('Enter')
    await page.waitForURL('**/masterSearch/gravel')
    await box().fill('')
    await options().filter({ hasText: 'gravel' }).waitFor()
    await asa.checkAccess('recent searches')
    await page.getByRole('button', { name: 'Forget these searches' }).click()
    await options().first().waitFor({ state: 'detached' })
    await box().fill('wheel')
    await box().press('Enter')
    await page.waitForURL('**/masterSearch/wheel')
    expect(await kept()).toContain('wheel')
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await page.getByLabel('E-mail').waitFor()
    expect(await kept()).toBeNull()
    await asa.signIn('asa@demo.example', 'quiet harbour lantern seventeen')
  })
})
