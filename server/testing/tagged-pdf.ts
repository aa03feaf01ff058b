import { expect } from 'vitest'
import type { Language } from '#contract/languages.ts'
import type { ReadPdf } from './pdf.ts'

/** Fails unless a paper with tables shows by its tags what PDF/UA-1 requires, in this language. */
export function expectTagged(read: ReadPdf, language: Language): void {
  expect(read.language).toBe(language)
  for (const pattern of [/pdfuaid:part\W+1/, /\/Marked true/, /\/DisplayDocTitle true/, /\/Scope \/Column/])
    expect(read.source).toMatch(pattern)
  expect(read.source).toMatch(language === 'ar' ? /\/Direction \/R2L/ : /\/Direction \/L2R/)
  const roles = new Set(read.tags.map((tag) => tag.role))
  for (const role of ['Table', 'THead', 'TH', 'TBody', 'TR', 'TD']) expect(roles).toContain(role)
  expect(read.tags.filter((tag) => tag.role === 'Figure' && !tag.alt)).toEqual([])
}
