import { expect, test } from 'vitest'
import { termsBlocks } from './terms-blocks.ts'

test('headings, paragraphs and lists of the terms are told apart', () => {
  const text =
    '# Terms of use\n\n## Your sign-in\n\nKeep it\nsecret.\n\n- Do not pass\n  it on.\n- Tell us.\n\n1. One\n2. Two\n'
  expect(termsBlocks(text)).toEqual([
    { kind: 'heading', level: 2, text: 'Your sign-in' },
    { kind: 'paragraph', text: 'Keep it secret.' },
    { kind: 'list', ordered: false, items: ['Do not pass it on.', 'Tell us.'] },
    { kind: 'list', ordered: true, items: ['One', 'Two'] },
  ])
})

test('a heading and a list need no empty line around them', () => {
  expect(termsBlocks('Before\n## Duties\nYou must:\r\n* read\r\n* agree\n### More')).toEqual([
    { kind: 'paragraph', text: 'Before' },
    { kind: 'heading', level: 2, text: 'Duties' },
    { kind: 'paragraph', text: 'You must:' },
    { kind: 'list', ordered: false, items: ['read', 'agree'] },
    { kind: 'heading', level: 3, text: 'More' },
  ])
})

test('what looks like a page’s code is shown as text', () => {
  expect(termsBlocks('<script>alert(1)</script>')).toEqual([{ kind: 'paragraph', text: '<script>alert(1)</script>' }])
})
