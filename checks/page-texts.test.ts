import { expect, test } from 'vitest'
import { generatedTexts } from './generated-texts.ts'
import { textsOfPages } from './page-texts.ts'

const topics = new Map([
  ['list.title', 'list'],
  ['tools.open', 'tools'],
  ['tools.kind.a', 'tools'],
  ['detail.title', 'detail'],
  ['menu.home', 'shell'],
])
const bundles = { shell: ['list'] }
const entry = "import { Shell } from './Shell.tsx'\nlazyComponent(() => import('./SignedIn.tsx'), 'SignedIn')"
const project = (sources: Readonly<Record<string, string>>) =>
  Object.entries({
    'main.tsx': entry,
    'Shell.tsx': '',
    'SignedIn.tsx': "t('menu.home')\npage(() => import('./Page.tsx'), 'Page')",
    ...sources,
  }).map(([path, text]) => ({ path: `web/${path}`, text }))
const find = (sources: Readonly<Record<string, string>>) => textsOfPages(project(sources), topics, bundles)

test('a page is loaded with the texts that it and what it imports name', () => {
  const { pages, missing } = find({
    'Page.tsx': "import { Part } from './Part.tsx'\nimport type { Other } from './Other.tsx'",
    'Part.tsx': `t('detail.title'); label(\`tools.kind.\${kind}\`)`,
    'Other.tsx': "t('list.title')",
  })
  expect(missing).toEqual([])
  expect([...pages]).toEqual([
    ['Page', ['detail', 'tools']],
    ['SignedIn', ['shell']],
  ])
})

test('a part is found by its name in the import map too', () => {
  const { pages } = find({
    'Page.tsx': "lazyComponent(() => import('#web/other/Drawer.tsx'), 'Drawer')",
    'other/Drawer.tsx': "import { Row } from '#web/other/Row.tsx'",
    'other/Row.tsx': "t('tools.open')",
  })
  expect(pages.get('Drawer')).toEqual(['tools'])
})

test('what is there already is not loaded again: with the page around, or in the same file', () => {
  const { pages } = find({
    'Page.tsx': "t('list.title'); t('tools.open')\nlazyComponent(() => import('./Drawer.tsx'), 'Drawer')",
    'Drawer.tsx': "t('tools.open'); t('menu.home')",
  })
  expect([...pages]).toEqual([
    ['Page', ['tools']],
    ['SignedIn', ['shell']],
  ])
})

test('a component that two pages open needs what only one of them brings', () => {
  const { pages } = find({
    'SignedIn.tsx':
      "t('menu.home')\npage(() => import('./Page.tsx'), 'Page')\npage(() => import('./Next.tsx'), 'Next')",
    'Page.tsx': "t('tools.open')\nlazyComponent(() => import('./Drawer.tsx'), 'Drawer')",
    'Next.tsx': "lazyComponent(() => import('./Drawer.tsx'), 'Drawer')",
    'Drawer.tsx': "t('tools.open')",
  })
  expect(pages.get('Drawer')).toEqual(['tools'])
})

test('what is loaded without the texts that it shows is named', () => {
  const { missing } = find({ 'Page.tsx': "import('./Drawer.tsx').then(open)", 'Drawer.tsx': "t('tools.open')" })
  expect(missing).toEqual([
    'web/Page.tsx: loads web/Drawer.tsx without its texts (tools): use lazyComponent or loadWithTexts',
  ])
})

test('a topic that the loader of the console does not name is named', () => {
  const catalogue = (topic: string, key: string) => ({
    path: `contract/messages/en/${topic}.json`,
    text: JSON.stringify({ [key]: 'Text' }),
  })
  const { missing } = generatedTexts([
    ...[catalogue('console', 'console.title'), catalogue('activity', 'activity.title')],
    { path: 'web/console/main.tsx', text: "lazyComponent(() => import('./Page.tsx'), 'Page')" },
    { path: 'web/console/Page.tsx', text: "t('console.title'); t('activity.title')" },
    { path: 'web/console/load-texts.ts', text: "import.meta.glob('../../contract/messages/*/{auth,console*}.json')" },
  ])
  expect(missing).toEqual(['web/console/load-texts.ts: does not name activity.json, which a page of the console needs'])
})
