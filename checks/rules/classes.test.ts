import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadedBy, readsClassesOf, stylesOf, unknownClasses } from './classes.ts'
import { projectFiles } from './project-files.ts'

const root = resolve(import.meta.dirname, '../..')
const styles = await stylesOf(join(root, 'web/styles.css'))
const unknownIn = (text: string) => unknownClasses([{ path: 'web/Row.tsx', text }], styles)

describe('a class that is given a look', () => {
  test('is one that the style sheet has, in every component', () => {
    const files = projectFiles(root, /^web\/.*\.tsx$/)
    expect(files.length).toBeGreaterThan(100)
    expect(unknownClasses(files, styles)).toEqual([])
  })

  test('is caught when it is mistyped, wherever the list of classes stands', () => {
    expect(unknownIn('<p className="flex text-mutd" />')).toEqual(['web/Row.tsx: there is no class text-mutd'])
    expect(unknownIn("const quiet = on ? 'hover:bg-hoover px-3 font-medium' : ''")).toHaveLength(1)
    expect(
      unknownIn(['<p className={`flex items-centre $', "{on ? 'bg-raised p-2 w-[7px' : ''}`} />"].join('')),
    ).toHaveLength(2)
  })

  test('may be our own, put together of any parts, or only a mark for another', () => {
    expect(
      unknownIn('<p className="drawer group/row group-has-[input:checked]:flex max-sm:hidden h-11! *:h-14! -ms-2" />'),
    ).toEqual([])
    expect(unknownIn("t('list.none') + 'We could not reach the server.'")).toEqual([])
  })
})

test('what the pages of the console show has its classes in their style sheet', async () => {
  const [entry, sheet] = ['web/console/main.tsx', 'web/console/console.css']
  const files = loadedBy(entry, projectFiles(root, /^web\/.*\.tsx?$/))
  expect(files.length).toBeGreaterThan(100)
  const isRead = await readsClassesOf(root, sheet)
  const components = files.filter(({ path, text }) => path.endsWith('.tsx') && text.includes('className'))
  expect(components.map(({ path }) => path).filter((path) => !isRead(path))).toEqual([])
})
