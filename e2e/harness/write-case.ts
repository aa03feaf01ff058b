import type { Locator, Page } from 'playwright-core'
import type { Portal } from './portal.ts'

export type WriteCase = {
  /** The write as checks/rules/writes.ts names it. */
  of: string
  /** Whether it goes on where the case before it ended. */
  follows?: true
  /** Further writes that are made by the same press. */
  also?: readonly string[]
  who?: 'ann' | 'bo' | 'cy' | 'eli' | 'stranger'
  phone?: boolean
  at: string | ((portal: Portal) => string)
  /** Opens and fills in the form, once. */
  prepare?: (page: Page, portal: Portal) => Promise<void>
  /** What is done before each press. */
  again?: (page: Page) => Promise<void>
  control: (page: Page) => Locator
  press?: (control: Locator, page: Page) => Promise<void>
  /** What the sentence stands beside, if that is not the control. */
  beside?: (page: Page) => Locator
  /** The status at last, when the portal itself refuses what was typed. */
  status?: number
  /** Method and path of the call. */
  call: RegExp
}

export const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).first()
export const dialogButton = (name: string | RegExp) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).first()
export const moreActions = button('More actions')
export const chooseInMenu = (name: RegExp) => async (control: Locator, page: Page) => {
  await control.click()
  await page.getByRole('menuitem', { name }).or(page.getByRole('menuitemcheckbox', { name })).click()
}
/** Opens the panel of a button that asks once more. */
export const open = (name: string | RegExp) => async (page: Page) => {
  if ((await page.getByRole('dialog').count()) === 0) await button(name)(page).click()
}
export const fill = (label: string | RegExp, text: string) => (page: Page) => page.getByLabel(label).first().fill(text)
export const inOrder =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }
export const press = (name: string | RegExp) => (page: Page) => button(name)(page).click()
