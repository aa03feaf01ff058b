import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Page } from 'playwright-core'
import type { Language } from '#contract/languages.ts'

type Texts = Readonly<Record<string, string>>

/** All texts of a language by key. */
export function textsOf(language: Language): Texts {
  const folder = join(import.meta.dirname, '../../contract/messages', language)
  const catalogues = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Texts)
  return Object.assign({}, ...catalogues)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const gap = '.{1,60}'
const count = '[\\d.,\\s]+'

/** The patterns of a text with its arguments filled in, one for each combination of branches. */
function patternsOf(elements: readonly MessageFormatElement[]): string[] {
  return elements.reduce<string[]>(
    (prefixes, element) => {
      const next = () => {
        if (element.type === TYPE.literal) return [escaped(element.value)]
        if (element.type === TYPE.pound) return [count]
        if (element.type !== TYPE.plural && element.type !== TYPE.select) return [gap]
        return Object.values(element.options).flatMap((option) => patternsOf(option.value))
      }
      const endings = next()
      return prefixes.flatMap((prefix) => endings.map((ending) => prefix + ending))
    },
    [''],
  )
}

/** Returns a function that tells whether a text is English where the language has a translation of its own. */
export function englishDetector(language: Language): (text: string) => boolean {
  const [english, own] = [textsOf('en'), textsOf(language)]
  /** Patterns of arguments and punctuation alone match any text. */
  const wordsIn = (shape: string) =>
    shape
      .replaceAll(gap, ' ')
      .replaceAll(count, ' ')
      .match(/\p{L}{2,}/gu) ?? []
  const hasWords = (shape: string) => wordsIn(shape).length > 0
  /** A single word that both languages have, such as the Dutch "Open", says nothing. */
  const ownWords = new Set(Object.values(own).flatMap((text) => text.match(/\p{L}{2,}/gu) ?? []))
  const isForeign = (shape: string) => {
    const [word, ...more] = wordsIn(shape)
    return word !== undefined && (more.length > 0 || !ownWords.has(word))
  }
  const patternFor = (texts: readonly string[], isKept: (shape: string) => boolean) =>
    new RegExp(
      `^(?:${texts
        .flatMap((text) => patternsOf(parse(text)))
        .filter(isKept)
        .join('|')})$`,
      'u',
    )
  const translated = Object.entries(english).flatMap(([key, text]) => (own[key] === text ? [] : [text]))
  const foreign = patternFor(translated, isForeign)
  const native = patternFor(Object.values(own), hasWords)
  return (text) => foreign.test(text) && !native.test(text)
}

/**
 * Every text of a page except code, keys and what people wrote in their own language: visible texts, names for screen readers, tooltips, placeholders and the
 * page title.
 */
export function textsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = new Set<string>([document.title])
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.parentElement?.closest('script, style, template, noscript, code, kbd, [data-written]') === null)
        texts.add(node.textContent?.trim() ?? '')
    for (const name of ['aria-label', 'aria-description', 'aria-roledescription', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) texts.add(element.getAttribute(name)?.trim() ?? '')
    texts.delete('')
    return [...texts]
  })
}

/** Texts that are cut off, and whether the page is wider than the screen. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const visible = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) =>
        element.clientWidth > 2 && element.checkVisibility() && !element.closest('.sr-only, [aria-hidden=true], svg'),
    )
    const cut = visible
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
      .filter((element) => {
        const { overflowX, textOverflow } = getComputedStyle(element)
        return (
          textOverflow !== 'ellipsis' &&
          overflowX !== 'auto' &&
          overflowX !== 'scroll' &&
          element.scrollWidth > element.clientWidth + 1
        )
      })
      .map((element) => `cut: ${element.textContent?.trim().slice(0, 80)}`)
    const wide = document.documentElement.scrollWidth - innerWidth
    return wide > 0 ? [...cut, `the page is ${wide} px wider than the screen`] : cut
  })
}
